import { expect, it } from 'vitest';
import { createHostCheck } from '#service/http/hosts.ts';

it('knows the public host with and without the port that its scheme implies', () => {
  const isOwn = createHostCheck('https://gate.example', '0.0.0.0', 4300);
  expect(['gate.example', 'GATE.example:443', 'localhost:4300'].every(isOwn)).toBe(true);
  expect(['gate.example:80', 'evil.example', 'localhost', undefined].some(isOwn)).toBe(false);
});

it('takes an IPv6 host in brackets, and no port on port 80', () => {
  const isOwn = createHostCheck('http://[fd00::1]', 'fd00::1', 80);
  expect(['[fd00::1]', '[fd00::1]:80', '127.0.0.1', '[::1]'].every(isOwn)).toBe(true);
});
