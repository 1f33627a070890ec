import { deviceStorage } from '#web/lib/device-storage.ts';
import { shortcuts } from '#web/ui/keyboard/shortcuts.ts';

const NAME = 'gatehouse.single-keys';

/**
 * Keeps on this device whether single keys act, and follows the other tabs. Nothing is kept while they do, which is
 * how it starts.
 *
 * @returns ends it
 */
export function keepSingleKeys(): () => void {
  const read = () => shortcuts.switchSingleKeys(deviceStorage.getItem(NAME) !== 'off');
  const stop = shortcuts.subscribe(() => {
    if (shortcuts.singleKeys()) deviceStorage.removeItem(NAME);
    else deviceStorage.setItem(NAME, 'off');
  });
  read();
  window.addEventListener('storage', read);
  return () => {
    stop();
    window.removeEventListener('storage', read);
  };
}
