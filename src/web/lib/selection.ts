import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';

/** Which rows of a list are selected, by id: whatever is loaded, shown or sorted. */
export function createSelection() {
  const store = createStore<ReadonlySet<string>>(new Set());
  /** The one that was pressed last: where a range begins. */
  let anchor = '';

  /** @returns how many changed */
  function set(ids: Iterable<string>, on: boolean): number {
    const before = store.get();
    const next = new Set(before);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    if (next.size !== before.size) store.set(next);
    return Math.abs(next.size - before.size);
  }

  function toggle(id: string) {
    anchor = id;
    set([id], !store.get().has(id));
  }

  return {
    /** The same set until it changes. */
    ids: store.get,
    subscribe: store.subscribe,
    useIds: store.use,
    useHas: (id: string) => useSyncExternalStore(store.subscribe, () => store.get().has(id)),
    /** @returns how many changed */
    add: (ids: Iterable<string>) => set(ids, true),
    remove: (ids: Iterable<string>) => set(ids, false),
    toggle,
    /**
     * Gives everything from the one that was pressed last to this one the state of the former; without such a one in
     * the list it is a toggle.
     *
     * @param shown in the order of the list
     */
    range(shown: readonly string[], to: string) {
      const ends = [anchor, to].map((id) => shown.indexOf(id));
      const [start = -1, end = -1] = ends.toSorted((one, other) => one - other);
      if (start === -1 || start === end) return toggle(to);
      set(shown.slice(start, end + 1), store.get().has(anchor));
      anchor = to;
    },
    clear() {
      anchor = '';
      set(store.get(), false);
    },
  };
}
