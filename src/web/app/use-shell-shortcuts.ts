import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepSingleKeys } from '#web/app/single-keys.ts';
import { paths } from '#web/paths.ts';
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
