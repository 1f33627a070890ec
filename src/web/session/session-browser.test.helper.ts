import { storageOrMemory } from '#web/lib/device-storage.ts';
import { createSession, type SessionOptions } from '#web/session/session.ts';

/** Tabs of one browser: one device storage, one channel that reaches the others but not oneself. */
export function createBrowser() {
  const tabs = new Set<EventTarget>();
  const deviceStorage = new Storage();

  return {
    deviceStorage,
    /** As another app on the same origin could. */
    say(data: unknown) {
      for (const tab of tabs) tab.dispatchEvent(new MessageEvent('message', { data }));
    },
    /** @param tabStorage of an earlier tab: a reload, or the same tab closed and opened again */
    tab(tabStorage = new Storage()) {
      const target = new EventTarget();
      const page = new EventTarget();
      tabs.add(target);
      const channel: SessionOptions['channel'] = {
        postMessage: (data) => {
          for (const other of tabs)
            if (other !== target) other.dispatchEvent(new MessageEvent('message', { data }));
        },
        addEventListener: target.addEventListener.bind(target),
      };
      return {
        session: createSession({
          channel,
          tab: storageOrMemory(() => tabStorage),
          device: storageOrMemory(() => deviceStorage),
          page,
        }),
        tabStorage,
        /** No message reaches it any more: frozen, or in the back-forward cache. */
        freeze: () => void tabs.delete(target),
        /** Messages reach it again. */
        thaw: () => void tabs.add(target),
        /** It is on the screen again. */
        show: () => void page.dispatchEvent(new Event('pageshow')),
      };
    },
  };
}

export const textsOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i) ?? ''));
