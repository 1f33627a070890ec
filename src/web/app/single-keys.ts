import { storageOrMemory, type TextStorage } from '#web/lib/storage.ts';
import { shortcuts } from '#web/ui/keyboard/shortcuts.ts';

const NAME = 'gatehouse.single-keys';

/** Memory in its stead outlives a session. */
const device = storageOrMemory(() => localStorage);

/**
 * Keeps on this device whether single keys act, and follows the other tabs. Nothing is kept while they do, which is
 * how it starts.
 *
 * @returns ends it
 */
export function keepSingleKeys(storage: TextStorage = device): () => void {
  const read = () => shortcuts.switchSingleKeys(storage.getItem(NAME) !== 'off');
  const stop = shortcuts.subscribe(() => {
    if (shortcuts.singleKeys()) storage.removeItem(NAME);
    else storage.setItem(NAME, 'off');
  });
  read();
  window.addEventListener('storage', read);
  return () => {
    stop();
    window.removeEventListener('storage', read);
  };
}
