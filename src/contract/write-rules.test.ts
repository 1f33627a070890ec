import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesAny } from '#contract/write-rules.ts';

it.each([
  ['a*b*a', 'aba', true],
  ['ab*ba', 'aba', false],
  ['*a*a*', 'a', false],
  ['Prod', 'prod', false],
])('%s and %s', (pattern, text, expected) => {
  expect(matchesAny([pattern], text)).toBe(expected);
});

it('is what a regular expression says', () => {
  const parts = fc.array(fc.constantFrom('a', 'b', '*', '.', '\n'), { maxLength: 8 });
  fc.assert(
    fc.property(parts, parts, (pattern, text) => {
      const source = pattern
        .map((part) => (part === '*' ? '[^]*' : part.replace('.', '[.]')))
        .join('');
      const expected = new RegExp(`^${source}$`).test(text.join(''));
      expect(matchesAny([pattern.join('')], text.join(''))).toBe(expected);
    }),
  );
});

it('takes no time for a text that is made to take long', () => {
  expect(matchesAny(['*a'.repeat(50) + 'b'], 'a'.repeat(100_000))).toBe(false);
});
