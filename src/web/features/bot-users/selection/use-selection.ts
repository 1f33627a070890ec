import { useState, useSyncExternalStore } from 'react';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { createHiddenSelected } from '#web/features/bot-users/selection/hidden-selected.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';

/** For a row: it is drawn again only when its own state changes. */
export const useIsSelected = (id: string) =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id));

export const useSelectedCount = () =>
  useSyncExternalStore(selection.subscribe, () => selection.size);

/** How many of the selected the list does not show, and which. */
export function useHiddenSelected(rows: Rows, shown: readonly Slot[]) {
  const [{ count, isHidden, subscribe }] = useState(() => createHiddenSelected(selection, rows));
  return { hidden: useSyncExternalStore(subscribe, () => count(shown)), isHidden };
}

/** Ids of rows, one after the other, without a list of them. */
export function* idsOf(rows: Rows, slots: readonly Slot[]): Generator<string> {
  for (const slot of slots) yield rows.at(slot).id;
}
