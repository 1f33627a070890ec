import { setMaxListeners } from 'node:events';

/** What the modules of the page ask of a browser, without a document: for tests of data, sessions, jobs and texts. */

/** Its texts are its own properties, as those of a browser. */
class MemoryStorage implements Storage {
  [name: string]: unknown;
  get length() {
    return Object.keys(this).length;
  }
  key(at: number) {
    return Object.keys(this)[at] ?? null;
  }
  getItem(name: string) {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, text: string) {
    this[name] = text;
  }
  removeItem(name: string) {
    Reflect.deleteProperty(this, name);
  }
  clear() {
    for (const name of Object.keys(this)) this.removeItem(name);
  }
}

class StorageEvent extends Event {
  readonly key: string | null;
  constructor(type: string, { key = null }: { key?: string | null } = {}) {
    super(type);
    this.key = key;
  }
}

const events = new EventTarget();
setMaxListeners(0, events);
const browser = {
  window: globalThis,
  location: new URL('http://gatehouse.test/'),
  navigator: {
    get onLine() {
      return true;
    },
  },
  Storage: MemoryStorage,
  StorageEvent,
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
};

for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
