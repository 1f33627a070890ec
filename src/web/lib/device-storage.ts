import type { TextStorage } from '#web/lib/storage.ts';

export interface DeviceValue<Value> {
  state(): Value;
  /** Reads before it writes: another tab may have changed it since. */
  change(next: (before: Value) => Value): void;
  subscribe(listener: () => void): () => void;
}

type KeptValueOptions<Value> = {
  storage: TextStorage;
  key: string;
  /** @param content `undefined` where nothing is kept; another app, or a later version, may have written anything */
  read: (content: unknown) => Value;
  /** Tells what other tabs of this browser wrote. */
  tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>;
};

/** A value that is kept on this device, and that each tab of the browser follows. */
export function createDeviceValue<Value>({
  storage,
  key,
  read,
  tabs,
}: KeptValueOptions<Value>): DeviceValue<Value> {
  const listeners = new Set<() => void>();
  const load = () => read(tryJson(storage.getItem(key) ?? ''));
  let value = load();

  function publish(next: Value) {
    value = next;
    for (const listener of listeners) listener();
  }

  function otherTabWrote(event: StorageEvent) {
    if (event.key === key || event.key === null) publish(load());
  }

  return {
    state: () => value,
    change(next) {
      const changed = next(load());
      storage.setItem(key, JSON.stringify(changed));
      publish(changed);
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        tabs.addEventListener('storage', otherTabWrote);
        // What was written while nobody listened.
        value = load();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) tabs.removeEventListener('storage', otherTabWrote);
      };
    },
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
