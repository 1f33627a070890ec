import { storageOrMemory } from '#web/lib/device-storage.ts';
import { createSession } from '#web/session/session.ts';
import { createChannels } from '#web/test/browser.ts';

/** Tabs of one browser: one device storage, one channel that reaches the others but not oneself. */
export function createBrowser() {
  const channels = createChannels();
  const deviceStorage = new Storage();

  return {
    deviceStorage,
    /** As another app on the same origin could. */
    say: channels.post,
    /** @param tabStorage of an earlier tab: a reload, or the same tab closed and opened again */
    tab(tabStorage = new Storage()) {
      const { channel, freeze, thaw } = channels.open();
      const page = new EventTarget();
      const tab = storageOrMemory(() => tabStorage);
      const device = storageOrMemory(() => deviceStorage);
      return {
        session: createSession({ channel, tab, device, page }),
        tabStorage,
        freeze,
        thaw,
        /** It is on the screen again. */
        show: () => void page.dispatchEvent(new Event('pageshow')),
      };
    },
  };
}

export const textsOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i) ?? ''));
