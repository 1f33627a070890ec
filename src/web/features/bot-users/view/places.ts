import { createSlotNumbers } from '#web/features/bot-users/view/slot-numbers.ts';
import type { Rows, RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

/** Where rows stand in the order of the service, as numbers to compare; rows that come move no other. */
export function createPlaces(rows: Pick<Rows, 'order'>) {
  const places = createSlotNumbers(Int32Array);
  let front = 0;
  let end = 0;
  readAll();

  function readAll() {
    front = 0;
    end = 0;
    for (const slot of rows.order()) places.set(slot, end++);
  }

  return {
    compare: (one: Slot, other: Slot) => places.get(one) - places.get(other),
    take(change: RowsChange) {
      if (change.kind === 'reordered') readAll();
      if (change.kind !== 'added') return;
      if (change.at === 'end') for (const slot of change.slots) places.set(slot, end++);
      else for (const slot of change.slots.toReversed()) places.set(slot, --front);
    },
  };
}
export type Places = ReturnType<typeof createPlaces>;
