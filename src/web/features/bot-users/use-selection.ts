/**
 * The selected bot users: a set of ids, whatever is loaded, shown or sorted. It outlives the page, ends with the session
 * and loses the rows that are deleted.
 *
 * - `useSelectedIds()`, `useIsSelected(id)`: drawn again when that changes.
 * - `selection.toggle(id)`, `.range(shownIds, to)` (Shift), `.add(ids)`, `.remove(ids)`, `.clear()`, `.ids()`.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

const store = createStore<ReadonlySet<string>>(new Set());
/** The row that was pressed last: where a range begins. */
let anchor: string | undefined;

/** @returns how many rows changed */
function set(ids: Iterable<string>, isOn: boolean): number {
  const before = store.get();
  const changed = [...new Set(ids)].filter((id) => before.has(id) !== isOn);
  if (changed.length === 0) return 0;
  const next = new Set(before);
  for (const id of changed) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  store.set(next);
  return changed.length;
}

function toggle(id: string) {
  anchor = id;
  set([id], !store.get().has(id));
}

export const selection = {
  ids: store.get,
  toggle,
  /**
   * Gives all rows from the one that was pressed last to this one the state of the former. Without such a row in the
   * shown order it is a toggle.
   */
  range(shown: readonly string[], to: string) {
    const from = anchor === undefined ? -1 : shown.indexOf(anchor);
    const end = shown.indexOf(to);
    if (anchor === undefined || from === -1 || end === -1 || from === end) return toggle(to);
    set(shown.slice(Math.min(from, end), Math.max(from, end) + 1), store.get().has(anchor));
    anchor = to;
  },
  add: (ids: Iterable<string>) => set(ids, true),
  remove: (ids: Iterable<string>) => set(ids, false),
  clear() {
    anchor = undefined;
    set(store.get(), false);
  },
};

session.onEnd(selection.clear);

export const useSelectedIds = () => useSyncExternalStore(store.subscribe, store.get);
export const useIsSelected = (id: string) =>
  useSyncExternalStore(store.subscribe, () => store.get().has(id));
