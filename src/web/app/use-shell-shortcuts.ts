import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { deviceStorage } from '#web/lib/device-storage.ts';
import { paths } from '#web/paths.ts';
import { shortcuts } from '#web/ui/keyboard/shortcuts.ts';
import { useShortcuts } from '#web/ui/keyboard/use-shortcuts.ts';

type ShellShortcuts = { toggleActivity: () => void; showSheet: () => void };

/** The keys of every page. */
export function useShellShortcuts({ toggleActivity, showSheet }: ShellShortcuts) {
  const navigate = useNavigate();
  useEffect(() => keepSingleKeys(), []);
  useShortcuts(
    [
      { key: 'G B', does: 'Go to bot users', run: () => void navigate(paths.botUsers) },
      { key: 'G R', does: 'Go to routes', run: () => void navigate(paths.routes) },
      { key: '.', does: 'Open or close Activity', run: toggleActivity },
      { key: '?', does: 'Show the keyboard shortcuts', run: showSheet },
    ],
    'everywhere',
  );
}

const NAME = 'gatehouse.single-keys';

/**
 * Keeps on this device whether single keys act, and follows the other tabs. Nothing is kept while they do, which is
 * how it starts.
 *
 * @returns ends it
 */
export function keepSingleKeys(): () => void {
  const read = () => shortcuts.singleKeys.set(deviceStorage.getItem(NAME) !== 'off');
  const stop = shortcuts.singleKeys.subscribe(() => {
    if (shortcuts.singleKeys.get()) deviceStorage.removeItem(NAME);
    else deviceStorage.setItem(NAME, 'off');
  });
  read();
  window.addEventListener('storage', read);
  return () => {
    stop();
    window.removeEventListener('storage', read);
  };
}
