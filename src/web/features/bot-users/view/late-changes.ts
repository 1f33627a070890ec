import type { BotUser } from '#contract/bot-user.ts';
import type { Places } from '#web/features/bot-users/view/places.ts';
import type { RowOrder } from '#web/features/bot-users/view/row-orders.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';

/** So few slots are found one by one faster than by asking a set for each row. */
const FEW = 4;

/**
 * Changes that a sorted list of slots has not taken in yet: while work over all rows is under way they are kept here,
 * and laid over its result.
 */
export function createLateChanges(rows: Pick<Rows, 'at'>, places: Places) {
  /** To be taken out of the list, whether they are in it or not. */
  let leaving = new Set<Slot>();
  /** To be put in where they belong, after that. */
  let coming = new Set<Slot>();
  /** Rows as they were when the list was right: it cannot be searched by what they have become. */
  const befores = new Map<Slot, BotUser>();

  const rowBefore = (slot: Slot) => befores.get(slot) ?? rows.at(slot);

  function clear() {
    leaving = new Set();
    coming = new Set();
    befores.clear();
  }

  function* round(
    list: readonly Slot[],
    order: RowOrder,
    belongs: (slot: Slot) => boolean,
  ): Generator<void, readonly Slot[]> {
    const compare = (one: Slot, other: Slot) =>
      order.compare(rowBefore(one), rowBefore(other)) || places.compare(one, other);
    const out = leaving;
    const candidates = [...coming];
    clear();
    if (
      candidates.length === 1 &&
      out.size === 1 &&
      staysInPlace(list, candidates[0], out, compare, belongs)
    )
      return list;
    const kept = without(list, out);
    const arriving: Slot[] = [];
    for (const [index, slot] of candidates.entries()) {
      if (index % 128 === 127) yield;
      if (belongs(slot)) arriving.push(slot);
    }
    if (arriving.length === 0) return kept;
    arriving.sort(places.compare);
    return yield* merged(kept, yield* order.sorted(arriving, rowBefore), compare);
  }

  return {
    get size() {
      return leaving.size + coming.size;
    },
    clear,
    /** The row as it was when the list took in the last change. */
    rowBefore,
    add(slots: Iterable<Slot>) {
      for (const slot of slots) coming.add(slot);
    },
    /** It may be another place where the row belongs, or none, or one again. */
    touch(slot: Slot, before = rows.at(slot)) {
      if (coming.has(slot)) return;
      leaving.add(slot);
      coming.add(slot);
      befores.set(slot, before);
    },
    remove(slots: Iterable<Slot>) {
      for (const slot of slots) {
        coming.delete(slot);
        leaving.add(slot);
      }
    },
    /** @returns the list with all changes in it, also those that come on the way; the same one where it shows none */
    *into(
      list: readonly Slot[],
      order: RowOrder,
      belongs: (slot: Slot) => boolean,
    ): Generator<void, readonly Slot[]> {
      let result = list;
      while (leaving.size + coming.size > 0) result = yield* round(result, order, belongs);
      return result;
    },
  };
}
export type LateChanges = ReturnType<typeof createLateChanges>;

/** A row that was renamed where it stands. */
function staysInPlace(
  list: readonly Slot[],
  slot: Slot | undefined,
  out: ReadonlySet<Slot>,
  compare: (one: Slot, other: Slot) => number,
  belongs: (slot: Slot) => boolean,
): boolean {
  if (slot === undefined || !out.has(slot) || !belongs(slot)) return false;
  const index = list.indexOf(slot);
  const above = list[index - 1];
  const below = list[index + 1];
  return (
    index >= 0 &&
    (above === undefined || compare(above, slot) < 0) &&
    (below === undefined || compare(slot, below) < 0)
  );
}

/** @returns the same list where none of them is in it */
export function without(list: readonly Slot[], out: ReadonlySet<Slot>): readonly Slot[] {
  if (out.size > FEW) {
    const kept = list.filter((slot) => !out.has(slot));
    return kept.length === list.length ? list : kept;
  }
  let kept = list;
  for (const slot of out) {
    const index = kept.indexOf(slot);
    if (index >= 0) kept = kept.toSpliced(index, 1);
  }
  return kept;
}

/** Each of the few is looked for by halves: a page of 100 costs 1,700 comparisons in 100,000 rows. */
function* merged(
  list: readonly Slot[],
  arriving: readonly Slot[],
  compare: (one: Slot, other: Slot) => number,
): Generator<void, readonly Slot[]> {
  const [first] = arriving;
  const last = list.at(-1);
  if (first !== undefined && last !== undefined && compare(last, first) < 0)
    return list.concat(arriving); // older rows come last, and are most of what comes
  const places: number[] = [];
  let low = 0;
  for (const slot of arriving) {
    yield;
    low = placeOf(slot, list, low, compare);
    places.push(low);
  }
  return interleaved(list, arriving, places);
}

/** @param low nothing above it comes after the slot */
function placeOf(
  slot: Slot,
  list: readonly Slot[],
  low: number,
  compare: (one: Slot, other: Slot) => number,
): number {
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle] as Slot, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In a function of its own: in a generator the same loop takes ten times as long. */
function interleaved(
  list: readonly Slot[],
  arriving: readonly Slot[],
  places: readonly number[],
): readonly Slot[] {
  const result = list.concat(arriving);
  let end = result.length;
  let from = list.length;
  for (let index = arriving.length - 1; index >= 0; index--) {
    const place = places[index] as number; // one for each
    while (from > place) result[--end] = list[--from] as Slot;
    result[--end] = arriving[index] as Slot;
  }
  return result;
}
