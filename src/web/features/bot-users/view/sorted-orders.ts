import type { Sort } from '#web/features/bot-users/view/list-view.ts';
import { createLateChanges, type LateChanges } from '#web/features/bot-users/view/late-changes.ts';
import type { Places } from '#web/features/bot-users/view/places.ts';
import { reversed, rowOrders } from '#web/features/bot-users/view/row-orders.ts';
import type { Rows, RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

type Sorted = Exclude<Sort, 'service'>;
type Kept = {
  list?: readonly Slot[];
  late: LateChanges;
  /** Goes on where it was when whoever wanted it first has been dropped: typing does not start a sort anew. */
  work?: Generator<void, readonly Slot[]> | undefined;
};

const everyRow = () => true;

/** All rows in each order that was asked for, kept: a new filter is one pass over it. */
export function createSortedOrders(rows: Rows, places: Places) {
  const orders = new Map<Sorted, Kept>();

  function* build(sort: Sorted, late: LateChanges): Generator<void, readonly Slot[]> {
    const other = orders.get(oppositeOf(sort));
    if (other?.list === undefined) {
      late.clear();
      return yield* rowOrders[sort].sorted(rows.order(), late.rowBefore);
    }
    const list = yield* upToDate(oppositeOf(sort));
    late.clear();
    const { compare } = rowOrders[sort];
    return yield* reversed(
      list,
      (one, two) => compare(late.rowBefore(one), late.rowBefore(two)) === 0,
    );
  }

  function* bringUpToDate(sort: Sorted, kept: Kept): Generator<void, readonly Slot[]> {
    const list = kept.list ?? (yield* build(sort, kept.late));
    kept.list = yield* kept.late.into(list, rowOrders[sort], everyRow);
    return kept.list;
  }

  function* upToDate(sort: Sort): Generator<void, readonly Slot[]> {
    if (sort === 'service') return rows.order();
    const kept = orders.get(sort) ?? { late: createLateChanges(rows, places) };
    orders.set(sort, kept);
    kept.work ??= bringUpToDate(sort, kept);
    for (let step = kept.work.next(); ; step = kept.work.next()) {
      if (step.done) {
        kept.work = undefined;
        return step.value;
      }
      yield;
    }
  }

  return {
    /** @returns the order as it is in this moment, whatever has changed on the way */
    *upToDate(sort: Sort): Generator<void, readonly Slot[]> {
      for (const [name, { list }] of orders)
        if (name !== sort && list === undefined) orders.delete(name);
      return yield* upToDate(sort);
    },
    take(change: RowsChange) {
      if (change.kind === 'reordered') return orders.clear();
      for (const [sort, { list, late, work }] of orders) {
        note(change, late);
        // Nobody looks at this order, and most of it would have to be sorted again.
        if (list && !work && late.size > list.length / 2) orders.delete(sort);
      }
    },
  };

  function note(change: Exclude<RowsChange, { kind: 'reordered' }>, late: LateChanges) {
    if (change.kind === 'added') late.add(change.slots);
    else if (change.kind === 'removed') late.remove(change.slots);
    else if (differs(change.before, rows.at(change.slot))) late.touch(change.slot, change.before);
  }
}

type Keys = { name: string; created_at: string };
const differs = (one: Keys, other: Keys) =>
  one.name !== other.name || one.created_at !== other.created_at;

const opposites: Record<Sorted, Sorted> = {
  name: '-name',
  '-name': 'name',
  created: '-created',
  '-created': 'created',
};
const oppositeOf = (sort: Sorted) => opposites[sort];
