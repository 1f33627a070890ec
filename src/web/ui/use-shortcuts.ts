import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { usePreferences } from '#web/lib/preferences.ts';
import { isCommand, isSomethingOpen } from '#web/ui/press.ts';
import { shortcuts, type Shortcut, type ShortcutScope } from '#web/ui/shortcuts.ts';

/** Keys that act while the calling component is mounted. Each needs a visible control that does the same. */
export function useShortcuts(list: readonly Shortcut[], scope: ShortcutScope = 'page') {
  // A key may be pressed as soon as the page is seen, which is before its other effects run.
  useLayoutEffect(() => shortcuts.add(list, scope), [list, scope]);
}

/** While they are off nothing may advertise them (`aria-keyshortcuts`). */
export const useSingleKeys = () => usePreferences().singleKeys;

/**
 * Ctrl+S and Ctrl+Enter, or Cmd, submit the page's form wherever the focus is; Ctrl+Shift+Enter does by its button with
 * `data-another`, where it has one.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>) {
  useWindowEvent('keydown', (event) => {
    if (!['S', 'ENTER', 'SHIFT+ENTER'].some((key) => isCommand(event, key))) return;
    const another = form.current?.querySelector<HTMLElement>('[data-another]');
    if (event.shiftKey && !another) return;
    event.preventDefault();
    if (!event.repeat && !isSomethingOpen())
      form.current?.requestSubmit(event.shiftKey ? another : undefined);
  });
}

/** Enter that is held down repeats: it must not press the control that the first press has moved the focus to. */
export function useKeyGuard() {
  const first = useRef<EventTarget>(null);
  const guard = (event: KeyboardEvent) => {
    if (!event.repeat) first.current = event.target;
    else if (event.key === 'Enter' && event.target !== first.current) event.preventDefault();
  };
  useWindowEvent('keydown', guard, { capture: true });
}
