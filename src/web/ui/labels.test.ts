import { expect, it } from 'vitest';
import { labelsOf } from '#web/ui/labels.ts';

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
