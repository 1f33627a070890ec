import { useEffect, useSyncExternalStore, type RefObject } from 'react';
import { isSomethingOpen } from '#web/ui/keyboard/press.ts';
import { shortcuts, type Shortcut, type ShortcutScope } from '#web/ui/keyboard/shortcuts.ts';

/**
 * Keys that act while the calling component is mounted, and stand on the sheet of shortcuts so long. Each needs a
 * visible control that does the same.
 */
export function useShortcuts(list: readonly Shortcut[], scope: ShortcutScope = 'page') {
  useEffect(() => shortcuts.add(list, scope), [list, scope]);
}

/** Whether single keys act: nothing may advertise them (`aria-keyshortcuts`) while they do not. */
export const useSingleKeys = () =>
  useSyncExternalStore(shortcuts.singleKeys.subscribe, shortcuts.singleKeys.get);

/**
 * Ctrl+S and Ctrl+Enter, with Cmd where that is the key, submit the page's form with its first button, wherever the
 * focus is. The browser's own dialog for saving the page never comes.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const submit = (event: KeyboardEvent) => {
      if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat && !isSomethingOpen()) form.current?.requestSubmit();
    };
    document.addEventListener('keydown', submit);
    return () => document.removeEventListener('keydown', submit);
  }, [form]);
}
