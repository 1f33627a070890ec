/** The part of a browser storage that is used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A browser storage, or memory where the browser refuses one or has no room left: then nothing outlives the page,
 * and everything else goes on.
 *
 * @param open reading the global itself throws where storage is blocked
 */
export function storageOrMemory(open: () => TextStorage): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(access: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return access(open());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    setItem(name, value) {
      const kept = attempt((storage) => {
        storage.setItem(name, value);
        return true;
      });
      if (kept) memory.delete(name);
      else memory.set(name, value);
    },
    removeItem(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
  };
}
