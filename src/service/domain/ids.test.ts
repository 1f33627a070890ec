import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { base62, createNewId, isId, next62, timeOf } from '#service/domain/ids.ts';

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
/** When the time of KSUIDs begins. */
const EPOCH = 1_400_000_000;
const seconds = integer({ min: 0, max: 5_000_000_000 });
const at = (second: number) => new Date(second * 1000);

it('makes every id greater than the one before, whatever the clock does', () => {
  assert(
    property(array(seconds, { minLength: 2 }), (clock) => {
      const newId = createNewId(random, undefined);
      const ids = clock.flatMap((second) => [newId('bot', at(second)), newId('bot', at(second))]);
      expect(ids).toEqual(ids.toSorted());
      expect(new Set(ids).size).toBe(ids.length);
      // A clock that was never set is taken for one of that day.
      const greatest = clock.map((_, index) => Math.max(EPOCH, ...clock.slice(0, index + 1)));
      expect(ids.map(timeOf)).toEqual(greatest.flatMap((second) => [at(second), at(second)]));
    }),
  );
});

it('holds the seconds since the epoch of KSUIDs, the part of the second and the random bytes', () => {
  // The example of the KSUID specification, whose random bytes begin with the part of the second here.
  const payload = Uint8Array.from(Buffer.from('FFFFCD34B5F99D1154FB6853345C9735', 'hex'));
  const newId = createNewId(() => payload, undefined);
  const halfPast = new Date((EPOCH + 107_608_047) * 1000 + 500);
  const bytes = Buffer.from('0669F7EF8000CD34B5F99D1154FB6853345C9735', 'hex');
  expect(newId('bot', halfPast)).toBe(`bot_${base62(bytes, 27)}`);
});

it('carries over full digits and refuses to go beyond the last number', () => {
  expect(next62('a9')).toBe('aA');
  expect(next62('aZ')).toBe('aa');
  expect(next62('azz')).toBe('b00');
  expect(() => next62('zz')).toThrow(RangeError);
});

it.each([`ipp_${'0'.repeat(27)}`, `bot_${'0'.repeat(26)}`, `bot_${'-'.repeat(27)}`])(
  'does not take %s for the id of a bot user',
  (text) => expect(isId('bot', text)).toBe(false),
);
