import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { storageOrMemory, type TextStorage } from '#web/lib/storage.ts';
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

/** Memory in its stead outlives a session. */
const device = storageOrMemory(() => localStorage);

/**
 * Keeps on this device whether single keys act, and follows the other tabs. Nothing is kept while they do, which is
 * how it starts.
 *
 * @returns ends it
 */
export function keepSingleKeys(storage: TextStorage = device): () => void {
  const read = () => shortcuts.singleKeys.set(storage.getItem(NAME) !== 'off');
  const stop = shortcuts.singleKeys.subscribe(() => {
    if (shortcuts.singleKeys.get()) storage.removeItem(NAME);
    else storage.setItem(NAME, 'off');
  });
  read();
  window.addEventListener('storage', read);
  return () => {
    stop();
    window.removeEventListener('storage', read);
  };
}
