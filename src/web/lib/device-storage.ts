import { createStore } from '#web/lib/store.ts';

export interface TextStorage extends Pick<Storage, 'getItem' | 'removeItem'> {
  /** @returns false where the text lasts only as long as the page */
  setItem(name: string, value: string): boolean | void;
}

/**
 * A browser storage, or memory where the browser refuses one or has no room left.
 *
 * @param open may throw: where storage is blocked, reading the global does
 */
export function storageOrMemory(open: () => TextStorage): TextStorage & { keys(): string[] } {
  const memory = new Map<string, string>();
  const attempt = <Result>(access: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return access(open());
    } catch {
      return undefined;
    }
  };
  return {
    keys: () => [...memory.keys(), ...(attempt(Object.keys) ?? [])],
    getItem: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    setItem(name, value) {
      const kept = attempt((storage) => {
        storage.setItem(name, value);
        return true;
      });
      if (kept) memory.delete(name);
      else memory.set(name, value);
      return kept === true;
    },
    removeItem(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
  };
}

/** The storage of this tab; it outlives a reload. */
export const tabStorage = storageOrMemory(() => sessionStorage);
/** The storage of this browser, shared by its tabs. */
export const deviceStorage = storageOrMemory(() => localStorage);

/** Another app of this origin may have written anything. */
export function readJson(storage: TextStorage, key: string): unknown {
  const text = storage.getItem(key);
  // Most often. An error, also a caught one, would be dear while the page starts.
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A value that is kept on this device and shared by the tabs.
 *
 * @param read gets `undefined` where nothing is kept; another app may have written anything
 */
export function createDeviceValue<Value>(
  key: string,
  read: (content: unknown) => Value,
  storage: TextStorage = deviceStorage,
) {
  const load = () => read(readJson(storage, key));
  const { set, ...store } = createStore(load());
  let isSaved = true;

  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) set(load());
  });

  return {
    ...store,
    /** Reads before it writes: another tab may have changed it since. */
    change(next: (before: Value) => Value) {
      const changed = next(load());
      isSaved = storage.setItem(key, JSON.stringify(changed)) !== false;
      set(changed);
    },
    /** False once the browser has refused to keep the value: it then lasts as long as the page. */
    isSaved: () => isSaved,
  };
}
