import { createStore } from '#web/lib/emitter.ts';
import { isCharacter, isFree, pressOf } from '#web/ui/keyboard/press.ts';

export type Shortcut = {
  /**
   * What the key writes, or its name in `KeyboardEvent.key`: `X`, `Shift+X`, `?`, `Escape`; with a blank between them
   * two one after the other: `G B`. Never Enter or Space, which press whatever has the focus.
   */
  key: string;
  /** What it does, in the words of the visible control that does the same. */
  does: string;
  run: () => void;
  /** Acts again and again while it is held down. */
  repeats?: boolean;
};

/** `page` holds while that page is shown, and goes before `everywhere` where both want the same key. */
export type ShortcutScope = 'page' | 'everywhere';

/** How long the second key of two may take, in ms. */
const TOGETHER_MS = 1000;

/**
 * The keys that act by themselves, outside of fields and of whatever is open over the page.
 *
 * Mantine's useHotkeys wants the Shift that a layout may need for `?` spelled out, and knows neither open dialogs nor
 * two keys one after the other.
 */
export function createShortcuts(now = () => performance.now()) {
  const lists = { everywhere: new Set<Shortcut[]>(), page: new Set<Shortcut[]>() };
  /** Whether characters act by themselves (WCAG 2.1.4); keys like Escape always do. */
  const singleKeys = createStore(true);
  let isListening = false;
  /** A key that may be the first of two. */
  let first: { press: string; at: number } | undefined;
  let free: KeyboardEvent | undefined;

  const all = () => [...lists.everywhere, ...lists.page].flat();
  const matches = (press: string) => all().findLast(({ key }) => key.toUpperCase() === press);
  const isFirst = (press: string) =>
    all().some(({ key }) => key.toUpperCase().startsWith(`${press} `));

  /** Before anybody else: whoever is closed by this press is gone when it comes to `act`. */
  function look(event: KeyboardEvent) {
    free = isFree(event) && (singleKeys.get() || !isCharacter(event.key)) ? event : undefined;
  }

  /** After everybody else: what has the focus may have used the press itself. */
  function act(event: KeyboardEvent) {
    if (event !== free || event.defaultPrevented) return;
    const press = pressOf(event);
    const before = first && now() - first.at <= TOGETHER_MS ? `${first.press} ` : '';
    first = isFirst(press) ? { press, at: now() } : undefined;
    // After a first key, one that leads nowhere does nothing by itself: it was meant otherwise.
    const shortcut = matches(before + press);
    if (shortcut === undefined || (event.repeat && !shortcut.repeats)) return;
    first = undefined;
    // Else a key that moves the focus to a field would be typed there.
    event.preventDefault();
    shortcut.run();
  }

  function listenWhileWanted() {
    const isWanted = all().length > 0;
    if (isWanted === isListening) return;
    isListening = isWanted;
    if (isWanted) {
      document.addEventListener('keydown', look, true);
      document.addEventListener('keydown', act);
    } else {
      document.removeEventListener('keydown', look, true);
      document.removeEventListener('keydown', act);
    }
  }

  return {
    /** @returns takes them away again */
    add(added: readonly Shortcut[], scope: ShortcutScope): () => void {
      const list = [...added];
      lists[scope].add(list);
      listenWhileWanted();
      return () => {
        lists[scope].delete(list);
        listenWhileWanted();
      };
    },
    /** Those that act now. */
    list: (scope: ShortcutScope): Shortcut[] => [...lists[scope]].flat(),
    singleKeys,
  };
}

/** Those of the app: there is one keyboard. */
export const shortcuts = createShortcuts();
