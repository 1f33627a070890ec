import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import type { Selection, SelectionChange } from '#web/features/bot-users/selection/selection.ts';

/** How many of the selected a list does not show. Another list costs a pass over it, one selected more costs one. */
export interface HiddenSelected {
  count(shown: readonly Slot[]): number;
  /** In the list that was counted last. */
  isHidden(id: string): boolean;
  /** Tells of changes of the selection. */
  subscribe(listener: () => void): () => void;
}

export function createHiddenSelected(
  selection: Selection,
  rows: Pick<Rows, 'slotOf'>,
): HiddenSelected {
  const listeners = new Set<() => void>();
  let stop = () => {};
  /** The list that `hidden` is about. */
  let counted: readonly Slot[] | undefined;
  /** 1 for every slot of it. */
  let marks = new Uint8Array();
  let hidden = 0;

  function isHidden(id: string): boolean {
    const slot = rows.slotOf(id);
    return slot === undefined || marks[slot] !== 1;
  }

  function look(shown: readonly Slot[]) {
    let end = 0;
    for (const slot of shown) end = Math.max(end, slot + 1);
    marks = new Uint8Array(end);
    for (const slot of shown) marks[slot] = 1;
    hidden = 0;
    for (const id of selection.ids()) if (isHidden(id)) hidden += 1;
    counted = shown;
  }

  function follow({ ids, on }: SelectionChange) {
    // Whether a row that is gone was shown cannot be told any more.
    if (ids.some((id) => rows.slotOf(id) === undefined)) counted = undefined;
    else for (const id of ids) if (isHidden(id)) hidden += on ? 1 : -1;
    for (const listener of listeners) listener();
  }

  return {
    count(shown) {
      if (selection.size === 0) return 0;
      if (counted !== shown) look(shown);
      return hidden;
    },
    isHidden,
    subscribe(listener) {
      if (listeners.size === 0) {
        // What has changed while nobody listened is not known.
        counted = undefined;
        stop = selection.subscribe(follow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
