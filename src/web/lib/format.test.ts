import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { count, formatNumber, idTail, shortId, shorten } from '#web/lib/format.ts';

it('keeps both ends of a long id and all of a short one', () => {
  expect(shortId('bot_2cVn8QhW4kTzR0dLmY7pXa1sEuF')).toBe('bot_2cVn…a1sEuF');
  expect(shortId('bot_12345678')).toBe('bot_12345678');
});

it('cuts only what is longer than asked, and never through a character', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
  expect(shorten('abcdefg', 6)).toBe('abcde…');
  expect(shorten('abcd🚪🚪', 6)).toBe('abcd…');
  expect(shortId('abcdefg🚪-middle-🚪12345')).toBe('abcdefg…12345');
  expect(idTail('🚪12345')).toBe('12345');
});

it('writes numbers and plurals as Intl does', () => {
  const plurals = new Intl.PluralRules('en');
  fc.assert(
    fc.property(fc.oneof(fc.nat(1e7), fc.maxSafeNat()), (value) => {
      const number = new Intl.NumberFormat('en').format(value);
      expect(formatNumber(value)).toBe(number);
      expect(count(value, 'one', 'other')).toBe(`${number} ${plurals.select(value)}`);
    }),
  );
});
