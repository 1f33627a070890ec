import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';

/**
 * Follows whether the rows stand newest first, so that the page says it only where it is so. A page that comes costs
 * its own rows.
 *
 * @returns asks for it
 */
export function followNewestFirst(rows: Rows): () => boolean {
  const timeOf = (slot: Slot | undefined) =>
    slot === undefined ? undefined : Date.parse(rows.at(slot).created_at) || 0;
  /** @param slots with the neighbours of both ends */
  const isSorted = (slots: ReadonlyArray<Slot | undefined>) => {
    const times = slots.flatMap((slot) => timeOf(slot) ?? []);
    return times.every((time, index) => index === 0 || (times[index - 1] ?? time) >= time);
  };
  let isNewestFirst = isSorted(rows.order());

  rows.onChange((change) => {
    if (change.kind === 'reordered') isNewestFirst = isSorted(rows.order());
    if (change.kind !== 'added' || !isNewestFirst) return;
    const { slots, at } = change;
    const order = rows.order();
    isNewestFirst = isSorted(
      at === 'front'
        ? [...slots, order[slots.length]]
        : [order[order.length - slots.length - 1], ...slots],
    );
  });
  return () => isNewestFirst;
}
