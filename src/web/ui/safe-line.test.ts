import { expect, it } from 'vitest';
import { labelsOf, nameOf } from '#web/ui/safe-line.ts';

it('tells equal and empty names apart by the end of the id', () => {
  const items = [
    { name: 'twin', id: 'bot_aaaaaa111111' },
    { name: 'twin', id: 'bot_aaaaaa222222' },
    { name: '', id: 'bot_aaaaaa333333' },
    { name: 'alone', id: 'bot_aaaaaa444444' },
  ];
  expect([...labelsOf(items, ({ id }) => id).values()]).toEqual([
    'twin (111111)',
    'twin (222222)',
    '(no name) 333333',
    'alone',
  ]);
});

it.each([
  ['a  b', 'a b'],
  [' a', 'a'],
  ['e\u0301', 'é'],
  ['a\u200bb', 'a⟨U+200B⟩b'],
])('takes %j and %j for equal: they look the same', (one, other) => {
  const items = [
    { name: one, id: 'bot_111111' },
    { name: other, id: 'bot_222222' },
  ];
  const [first = '', second = ''] = labelsOf(items, ({ id }) => id).values();
  expect(first).toMatch(/ \(111111\)$/);
  expect(second).toMatch(/ \(222222\)$/);
});

it.each(['', ' ', '\u00a0\u3000\n\ufeff'])('calls %j a name that is not there', (name) => {
  expect(nameOf({ name, id: 'bot_aaaaaa333333' })).toBe('(no name) 333333');
});

it('tells names apart that differ past where they are cut', () => {
  const items = [
    { name: `${'x'.repeat(400)}a`, id: 'bot_111111' },
    { name: `${'x'.repeat(400)}b`, id: 'bot_222222' },
  ];
  const labels = [...labelsOf(items, ({ id }) => id).values()];
  expect(labels).toEqual([`${'x'.repeat(299)}… (111111)`, `${'x'.repeat(299)}… (222222)`]);
});
