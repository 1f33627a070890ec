import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeInId, placesIn } from '#web/features/bot-users/mark-matches.ts';
import { foldCase } from '#web/features/bot-users/text-keys.ts';

const marked = (text: string, q: string) =>
  placesIn(text, q).map(({ start, end }) => text.slice(start, end));

it.each([
  ['ci-deploy-eu', 'EU', ['eu']],
  ['Eu-eu-1', 'eu', ['Eu', 'eu']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['\u00c9cole-\u00e9t\u00e9', '\u00e9', ['\u00c9', '\u00e9', '\u00e9']],
  ['\u00e9cole', 'e', ['\u00e9', 'e']],
  ['a\u00e9b\u00e9c', 'C', ['c']],
  ['\u0130stanbul', 'ist', ['\u0130st']],
  ['🚪-door', '-d', ['-d']],
  ['name', ' ', []],
  ['name', 'x', []],
])('marks in %j what %j matches', (text, q, parts) => {
  expect(marked(text, q)).toEqual(parts);
});

it('marks what has the text in it, whatever the letters', () => {
  const letter = fc.constantFrom(...Array.from('aAéÉiIİß🚪-'), 'e\u0301', '\u0301', '\u0307');
  const some = (minLength: number, maxLength: number) =>
    fc.array(letter, { minLength, maxLength }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(some(0, 12), some(1, 3), (text, q) => {
      const parts = marked(text, q);
      for (const part of parts) expect(foldCase(part)).toContain(foldCase(q));
      expect(parts.length > 0).toBe(foldCase(text).includes(foldCase(q)));
    }),
  );
});

it.each([
  ['bot_2', 'bot_2'],
  ['bot_2cVn8Q', 'bot_2cVn…a1sEuF'],
  ['BOT_2CVN…A1SEUF', 'bot_2cVn…a1sEuF'],
  ['A1SEUF', 'a1sEuF'],
])('marks of the id that is shown, by %j, %j', (q, part) => {
  const { start, end } = placeInId('bot_2cVn…a1sEuF', q);
  expect('bot_2cVn…a1sEuF'.slice(start, end)).toBe(part);
});
