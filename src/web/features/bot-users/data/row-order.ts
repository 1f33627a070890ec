import type { RowsChange, Slot } from '#web/features/bot-users/data/row-store.ts';

/**
 * Those that were missing where they stood when the rows were read again.
 *
 * @param read in the order in which they came
 * @param isPlaced whether a row stands at its place in the order of the service
 * @param complete whether the reading went past the last one; else nothing is known of what lies below the last one read
 */
export function missingIn(
  order: readonly Slot[],
  read: ReadonlySet<Slot>,
  isPlaced: (slot: Slot) => boolean,
  complete: boolean,
): Slot[] {
  const marks = order.filter((slot) => read.has(slot) && isPlaced(slot));
  // In another order than before, a row may have moved to where it was not read.
  if (!isSame(marks, [...read].filter(isPlaced))) return [];
  const mark = marks.at(-1);
  const end = complete ? order.length : mark === undefined ? 0 : order.indexOf(mark);
  return order.slice(0, end).filter((slot) => !read.has(slot));
}

/**
 * The order after some of it was read again, from the top. Whatever was not read stays below the row that it followed,
 * or below all that was read.
 */
export function mergedOrder(
  order: readonly Slot[],
  read: ReadonlySet<Slot>,
  isPlaced: (slot: Slot) => boolean,
): Slot[] {
  const top: Slot[] = [];
  const after = new Map<Slot | undefined, Slot[]>();
  let last: Slot | undefined;
  for (const slot of order) {
    if (read.has(slot)) last = slot;
    else if (last === undefined && !isPlaced(slot)) top.push(slot);
    else if (after.get(last)?.push(slot) === undefined) after.set(last, [slot]);
  }
  const below = after.get(last) ?? [];
  after.delete(last);

  const merged = top.concat(after.get(undefined) ?? []);
  for (const slot of read) {
    merged.push(slot);
    for (const follower of after.get(slot) ?? []) merged.push(follower);
  }
  return merged.concat(below);
}

/** @returns `undefined` when both are the same */
export function changeOf(
  before: readonly Slot[],
  order: readonly Slot[],
  added: readonly Slot[],
): RowsChange | undefined {
  if (isSame(order, before)) return undefined;
  return isSame(order, added.concat(before))
    ? { kind: 'added', slots: added, at: 'front' }
    : { kind: 'reordered' };
}

const isSame = (one: readonly Slot[], other: readonly Slot[]) =>
  one.length === other.length && one.every((slot, index) => slot === other[index]);
