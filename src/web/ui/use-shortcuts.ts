import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { preferences, usePreferences } from '#web/lib/preferences.ts';
import { hasChunkError } from '#web/ui/on-demand.tsx';
import { isCommand, isFree, isSomethingOpen, pressOf } from '#web/ui/press.ts';

export type Shortcut = {
  /**
   * What the key writes, or its name in `KeyboardEvent.key`: `X`, `Shift+X`, `?`, `Escape`; a sequence with a blank:
   * `G B`. Never Enter or Space, which press whatever has the focus.
   */
  key: string;
  /** In the words of the visible control that does the same. */
  does: string;
  /** A promise ends once the next page is there: what is typed for that one is no shortcut on this one. */
  run: () => unknown;
  /** Acts again while it is held down. */
  repeats?: boolean;
};

/** `page` goes before `everywhere` where both want the same key. */
export type ShortcutScope = 'page' | 'everywhere';

/** How long the second key of two may take. */
const SEQUENCE_MS = 1000;

// Keys that act outside of fields and of what is open over the page. Mantine's useHotkeys needs the Shift that a layout
// may have for `?`, and knows neither open dialogs nor sequences.

const added = new Set<{ list: readonly Shortcut[]; scope: ShortcutScope }>();
/** A key that may be the first of two. */
let first = { press: '', at: -Infinity };
let free: KeyboardEvent | undefined;
let isLeaving = false;

const list = (wanted: ShortcutScope) =>
  [...added].flatMap(({ list: keys, scope }) => (scope === wanted ? keys : []));
const last = (fits: (key: string) => boolean) =>
  [...list('everywhere'), ...list('page')].findLast(({ key }) => fits(key.toUpperCase()));

/** In the capture phase: what this press closes is gone when it comes to `act`. */
function checkFree(event: Event) {
  // Password managers and the browser's autofill send an event without a key.
  if (!(event instanceof KeyboardEvent)) return;
  // A letter, a digit or a sign, as WCAG 2.1.4 has it.
  const isSingleKey = event.key.length === 1;
  const isWanted = preferences.get().singleKeys || !isSingleKey;
  const isTypedAhead = isLeaving && !hasChunkError.get();
  free = isWanted && !isTypedAhead && isFree(event) ? event : undefined;
}

/** After all others: what has the focus may have used the press itself. */
function act(event: KeyboardEvent) {
  if (event !== free || event.defaultPrevented) return;
  const press = pressOf(event);
  const before = performance.now() - first.at <= SEQUENCE_MS ? first.press : '';
  const isFirst = last((key) => key.startsWith(`${press} `)) !== undefined;
  first = { press: isFirst ? `${press} ` : '', at: performance.now() };
  // After the first key of a sequence, another key does not act by itself.
  const shortcut = last((key) => key === before + press);
  if (shortcut === undefined || (event.repeat && !shortcut.repeats)) return;
  first.press = '';
  // Otherwise a key that moves the focus to a field would be typed there.
  event.preventDefault();
  const left = shortcut.run();
  if (!(left instanceof Promise)) return;
  isLeaving = true;
  void left.finally(() => (isLeaving = false));
}

// Before a dialog of Mantine, which closes in the same phase of the window.
window.addEventListener('keydown', checkFree, true);
document.addEventListener('keydown', act);

export const shortcuts = {
  list,
  /** @returns removes them */
  add(keys: readonly Shortcut[], scope: ShortcutScope): () => void {
    const entry = { list: keys, scope };
    added.add(entry);
    return () => void added.delete(entry);
  },
};

/** Keys that act while the calling component is mounted. Each needs a visible control that does the same. */
export function useShortcuts(keys: readonly Shortcut[], scope: ShortcutScope = 'page') {
  // A key may be pressed as soon as the page is seen, which is before its other effects run.
  useLayoutEffect(() => shortcuts.add(keys, scope), [keys, scope]);
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
  const pressed = useRef<EventTarget>(null);
  const guard = (event: KeyboardEvent) => {
    if (!event.repeat) pressed.current = event.target;
    else if (event.key === 'Enter' && event.target !== pressed.current) event.preventDefault();
  };
  useWindowEvent('keydown', guard, { capture: true });
}
