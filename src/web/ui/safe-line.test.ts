import { expect, it } from 'vitest';
import { labelsOf, nameOf } from '#web/ui/safe-line.ts';

/** What bot users are called whose ids end in 111111, 222222 and so on. */
function labelled(...names: string[]) {
  const items = names.map((name, at) => ({ name, id: `bot_a${`${at + 1}`.repeat(6)}` }));
  return [...labelsOf(items, ({ id }) => id).values()];
}

it('tells equal and empty names apart by the end of the id', () => {
  const labels = labelled('twin', 'twin', '', 'alone');
  expect(labels).toEqual(['twin (111111)', 'twin (222222)', '(no name) 333333', 'alone']);
});

it.each([
  ['a  b', 'a b'],
  [' a', 'a'],
  ['e\u0301', 'é'],
  ['a\u200bb', 'a⟨U+200B⟩b'],
])('takes %j and %j for equal: they look the same', (one, other) => {
  const [first = '', second = ''] = labelled(one, other);
  expect(first).toMatch(/ \(111111\)$/);
  expect(second).toMatch(/ \(222222\)$/);
});

it('calls blanks of any kind a name that is not there', () => {
  const name = '\u00a0\u3000\n\ufeff';
  expect(nameOf({ name, id: 'bot_aaaaaa333333' })).toBe('(no name) 333333');
});

it('tells names apart that differ past where they are cut', () => {
  const labels = labelled(`${'x'.repeat(400)}a`, `${'x'.repeat(400)}b`);
  expect(labels).toEqual([`${'x'.repeat(299)}… (111111)`, `${'x'.repeat(299)}… (222222)`]);
});
