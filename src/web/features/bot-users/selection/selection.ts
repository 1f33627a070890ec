import { session } from '#web/session/session.ts';

/** Bot users that were selected, or no longer are. */
export type SelectionChange = { ids: readonly string[]; on: boolean };

/** Which bot users are selected, by id: whatever is loaded, shown or sorted. One more costs one, however many there are. */
export interface Selection {
  readonly size: number;
  has(id: string): boolean;
  /** Live: whoever keeps it takes a copy. */
  ids(): ReadonlySet<string>;
  set(ids: Iterable<string>, on: boolean): void;
  toggle(id: string): void;
  /**
   * Gives everything from the one that was pressed last to this one the state of the former; without such a one in
   * the list it is a toggle.
   *
   * @param shown in the order of the list
   */
  range(shown: Iterable<string>, to: string): void;
  clear(): void;
  /** @returns how many were let go */
  drop(isGone: (id: string) => boolean): number;
  subscribe(listener: (change: SelectionChange) => void): () => void;
}

export function createSelection(): Selection {
  const selected = new Set<string>();
  const listeners = new Set<(change: SelectionChange) => void>();
  /** The one that was pressed last: where a range begins. */
  let anchor: string | undefined;

  function set(ids: Iterable<string>, on: boolean): number {
    const changed: string[] = [];
    for (const id of ids) {
      if (selected.has(id) === on) continue;
      if (on) selected.add(id);
      else selected.delete(id);
      changed.push(id);
    }
    if (changed.length > 0) for (const listener of listeners) listener({ ids: changed, on });
    return changed.length;
  }

  function toggle(id: string) {
    anchor = id;
    set([id], !selected.has(id));
  }

  return {
    get size() {
      return selected.size;
    },
    has: (id) => selected.has(id),
    ids: () => selected,
    set,
    toggle,
    range(shown, to) {
      const between = anchor === undefined ? undefined : fromTo(shown, anchor, to);
      if (anchor === undefined || between === undefined) return toggle(to);
      set(between, selected.has(anchor));
      anchor = to;
    },
    clear() {
      anchor = undefined;
      set(selected, false);
    },
    drop: (isGone) => set([...selected].filter(isGone), false),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Both ends and what is between them, whichever comes first; `undefined` when one is not in the list. */
function fromTo(list: Iterable<string>, from: string, to: string): string[] | undefined {
  const between: string[] = [];
  for (const id of list) {
    const isEnd = id === from || id === to;
    if (!isEnd && between.length === 0) continue;
    between.push(id);
    if (isEnd && between.length > 1) return between;
  }
  return undefined;
}

/** The one of this session. */
export const selection = createSelection();
session.onEnd(() => selection.clear());
