/** Who wants to know of the whole list, and who of a single row. */
export function createRowListeners<Change>() {
  const changes = new Set<(change: Change) => void>();
  const lists = new Set<() => void>();
  const rows = new Map<string, Set<() => void>>();

  const tellRow = (id: string) => rows.get(id)?.forEach((listener) => listener());

  return {
    tell(change: Change) {
      for (const listener of changes) listener(change);
      for (const listener of lists) listener();
    },
    tellRow,
    /** Few rows are on the screen. */
    tellEveryRow: () => [...rows.keys()].forEach(tellRow),

    onChange: (listener: (change: Change) => void) => subscribeTo(changes, listener),
    subscribe: (listener: () => void) => subscribeTo(lists, listener),
    subscribeRow(id: string, listener: () => void) {
      const listeners = rows.get(id) ?? new Set();
      rows.set(id, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && rows.get(id) === listeners) rows.delete(id);
      };
    },
  };
}

function subscribeTo<Listener>(listeners: Set<Listener>, listener: Listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
