import { expect, it } from 'vitest';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';

it.each([
  'ghk_abc',
  '  ghk_abc\n',
  '"ghk_abc"',
  "'ghk_abc'",
  'Bearer ghk_abc',
  'bearer  ghk_abc',
  'Authorization: Bearer ghk_abc',
  '"Bearer ghk_abc"',
  ' Bearer "ghk_abc" ',
])('reads %j as the key in it', (text) => {
  expect(readApiKey(text)).toEqual({ key: 'ghk_abc' });
});

it.each(['', '   ', '""', 'Bearer ', 'Bearer'])('finds no key in %j', (text) => {
  expect(readApiKey(text)).toEqual({ problem: 'Enter your API key' });
});

it('does not guess which of two keys is meant', () => {
  expect(readApiKey('ghk_abc ghk_def')).toEqual({
    problem: 'API key must not contain spaces. Check that you pasted one key',
  });
});

it.each(['ghk_äbc', 'ghk_​abc', 'ghk_\u0000abc'])(
  'refuses %j, which no header can carry',
  (text) => {
    expect(readApiKey(text)).toHaveProperty('problem');
  },
);
