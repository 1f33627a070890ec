import { useEffect, useSyncExternalStore } from 'react';
import { shortcuts, type Shortcut, type ShortcutScope } from '#web/ui/keyboard/shortcuts.ts';

/**
 * Keys that act while the calling component is mounted, and stand on the sheet of shortcuts so long. Each needs a
 * visible control that does the same.
 */
export function useShortcuts(list: readonly Shortcut[], scope: ShortcutScope = 'page') {
  useEffect(() => shortcuts.add(list, scope), [list, scope]);
}

/** Whether single keys act: nothing may advertise them (`aria-keyshortcuts`) while they do not. */
export const useSingleKeys = () => useSyncExternalStore(shortcuts.subscribe, shortcuts.singleKeys);
