import { expect, it } from 'vitest';
import { addressesOf } from '#service/http/hosts.ts';

it('knows the public host with and without the port that its scheme implies', () => {
  const publicUrl = 'https://gate.example';
  const { hosts, ...own } = addressesOf({ publicUrl, host: '0.0.0.0' }, 4300);
  expect(own).toEqual({ publicUrl });
  const known = ['gate.example', 'gate.example:443', 'localhost:4300', '127.0.0.1:4300'];
  const others = ['gate.example:80', 'evil.example:4300', 'localhost', '127.0.0.1:1', ''];
  expect([...known, ...others].filter((host) => hosts.has(host))).toEqual(known);
});

it('takes an IPv6 host in brackets, and no port on port 80', () => {
  const { publicUrl, hosts } = addressesOf({ host: 'fd00::1' }, 80);
  expect(publicUrl).toBe('http://[fd00::1]');
  const known = ['[fd00::1]', '[fd00::1]:80', '127.0.0.1', '[::1]'];
  expect(known.filter((host) => hosts.has(host))).toEqual(known);
});

it.each(['0.0.0.0', '::'])('is reached as localhost where it listens on %s', (host) => {
  expect(addressesOf({ host }, 4300).publicUrl).toBe('http://localhost:4300');
});
