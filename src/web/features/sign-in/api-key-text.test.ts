import { expect, it } from 'vitest';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';

it.each([
  'ghk_abc',
  '\ufeffghk_abc\u200b',
  '\u202aghk_abc\u202c\r\n',
  '“ghk_abc”',
  'bearer  ghk_abc',
  'Bearer\u00a0ghk_abc',
  ' Bearer "ghk_abc" ',
])('reads %j as the key in it', (text) => {
  expect(readApiKey(text)).toEqual({ key: 'ghk_abc' });
});

it.each(['ABCKEY==', 'ghk_a"b', 'bearer_abc', 'a=b', 'ghk-abc=='])(
  'takes nothing away from %j',
  (text) => expect(readApiKey(text)).toEqual({ key: text }),
);

it.each(['', '   ', '""', '“ ”', '\u200b', 'Bearer ', 'Bearer'])('finds no key in %j', (text) =>
  expect(readApiKey(text)).toEqual({ problem: 'Enter your API key' }),
);

it.each(['ghk_abc ghk_def', 'ghk_abc\u00a0ghk_def', 'ghk_abc\nghk_def'])(
  'does not guess which of two keys is meant: %j',
  (text) => {
    expect(readApiKey(text)).toEqual({
      problem: 'API key must not contain spaces. Check that you pasted one key',
    });
  },
);

it.each(['ghk_äbc', '🔑ghk', 'ghk_\u200babc'])(
  'takes no key that no header can carry: %j',
  (text) => {
    const problem = 'Some characters cannot be part of a key. Copy it again';
    expect(readApiKey(text)).toEqual({ problem });
  },
);
