import { expect, it } from 'vitest';
import { ownHosts, publicUrlOf } from '#service/http/hosts.ts';

it('knows the public host with and without the port that its scheme implies', () => {
  const own = ownHosts('https://gate.example', '0.0.0.0', 4300);
  const known = ['gate.example', 'gate.example:443', 'localhost:4300', '127.0.0.1:4300'];
  const others = ['gate.example:80', 'evil.example:4300', 'localhost', '127.0.0.1:1', ''];
  expect([...known, ...others].filter((host) => own.has(host))).toEqual(known);
});

it('takes an IPv6 host in brackets, and no port on port 80', () => {
  const own = ownHosts('http://[fd00::1]', 'fd00::1', 80);
  const known = ['[fd00::1]', '[fd00::1]:80', '127.0.0.1', '[::1]'];
  expect(known.filter((host) => own.has(host))).toEqual(known);
});

it.each(['0.0.0.0', '::'])('is reached as localhost where it listens on %s', (host) => {
  expect(publicUrlOf({ host }, 4300)).toBe('http://localhost:4300');
  expect(publicUrlOf({ host, publicUrl: 'https://gate.example' }, 4300)).toBe(
    'https://gate.example',
  );
});
