import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLateChanges } from '#web/features/bot-users/view/late-changes.ts';
import { createPlaces } from '#web/features/bot-users/view/places.ts';
import { rowOrders } from '#web/features/bot-users/view/row-orders.ts';
import { idAt } from '#web/features/bot-users/view/row-samples.test.helper.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';

let ids = 0;
const bot = (name: string) => ({
  id: `bot_${++ids}`,
  uri: '',
  name,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
});

/** Rows by name, and all that changes in them written down. */
function setUp(names: string[]) {
  const rows = createRowStore();
  rows.append(names.map(bot));
  const places = createPlaces(rows);
  const late = createLateChanges(rows, places);
  rows.onChange((change) => {
    places.take(change);
    if (change.kind === 'added') late.add(change.slots);
    if (change.kind === 'removed') late.remove(change.slots);
    if (change.kind === 'changed') late.touch(change.slot, change.before);
  });
  const sorted = () =>
    rows
      .order()
      .toSorted(
        (one, other) =>
          rowOrders.name.compare(rows.at(one), rows.at(other)) || places.compare(one, other),
      );
  return { rows, late, sorted };
}

it('is laid over a sorted list, whatever changes while that is done', () => {
  const name = fc.constantFrom('a', 'b', 'B', 'c', 'd', 'e', 'f');
  const rename = fc.record({ at: fc.nat(), name, steps: fc.nat(12) });
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 30, size: 'max' }),
      fc.array(name, { minLength: 1, maxLength: 10, size: 'max' }),
      fc.array(rename, { maxLength: 6 }),
      (before, coming, renames) => {
        const { rows, late, sorted } = setUp(before);
        let list: readonly number[] = sorted();
        let work = late.into(list, rowOrders.name, () => true);
        const advance = (steps: number) => {
          for (let count = 0; count < steps; count++) {
            const step = work.next();
            if (!step.done) continue;
            list = step.value;
            work = late.into(list, rowOrders.name, () => true);
          }
        };
        rows.append(coming.map(bot));
        for (const { at, name: to, steps } of renames) {
          advance(steps);
          rows.change(idAt(rows, at), { name: to });
        }
        advance(500);
        expect(list).toEqual(sorted());
      },
    ),
    { numRuns: 500 },
  );
});
