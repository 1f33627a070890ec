import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortedIndexes } from '#web/features/bot-users/view/merge-sort.ts';

function sorted<Item>(items: Item[], compare: (one: Item, other: Item) => number) {
  let steps = 0;
  const work = sortedIndexes(items.length, (one, other) =>
    compare(items[one] as Item, items[other] as Item),
  );
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { items: Array.from(step.value, (index) => items[index]), steps };
    steps++;
  }
}

it('sorts as the platform does, and keeps the order of equals', () => {
  const items = fc.array(fc.tuple(fc.nat(20), fc.nat()), { maxLength: 1_000, size: 'max' });
  fc.assert(
    fc.property(items, (list) => {
      const byKey = ([one]: [number, number], [other]: [number, number]) => one - other;
      expect(sorted(list, byKey).items).toEqual(list.toSorted(byKey));
    }),
  );
});

it('can be interrupted after some hundred comparisons at most', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => (index * 7_919) % 10_007);
  let comparisons = 0;
  let longest = 0;
  const work = sortedIndexes(items.length, (one, other) => {
    comparisons++;
    return Number(items[one]) - Number(items[other]);
  });
  for (let step = work.next(); !step.done; step = work.next()) {
    longest = Math.max(longest, comparisons);
    comparisons = 0;
  }
  expect(longest).toBeLessThan(600);
});
