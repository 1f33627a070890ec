import { preferences } from '#web/lib/preferences.ts';
import { isCharacter, isFree, pressOf } from '#web/ui/press.ts';

export type Shortcut = {
  /**
   * What the key writes, or its name in `KeyboardEvent.key`: `X`, `Shift+X`, `?`, `Escape`; a sequence with a blank:
   * `G B`. Never Enter or Space, which press whatever has the focus.
   */
  key: string;
  /** In the words of the visible control that does the same. */
  does: string;
  run: () => void;
  /** Acts again while it is held down. */
  repeats?: boolean;
};

/** `page` goes before `everywhere` where both want the same key. */
export type ShortcutScope = 'page' | 'everywhere';

/** How long the second key of two may take. */
const SEQUENCE_MS = 1000;

/**
 * Keys that act outside of fields and of what is open over the page. Mantine's useHotkeys needs the Shift that a layout
 * may have for `?`, and knows neither open dialogs nor sequences.
 */
export function createShortcuts(now = () => performance.now()) {
  const lists = { everywhere: new Set<Shortcut[]>(), page: new Set<Shortcut[]>() };
  let isListening = false;
  /** A key that may be the first of two. */
  let first: { press: string; at: number } | undefined;
  let free: KeyboardEvent | undefined;

  const all = () => [...lists.everywhere, ...lists.page].flat();
  const matches = (press: string) => all().findLast(({ key }) => key.toUpperCase() === press);
  const isFirst = (press: string) =>
    all().some(({ key }) => key.toUpperCase().startsWith(`${press} `));

  /** In the capture phase: what this press closes is gone when it comes to `act`. */
  function checkFree(event: KeyboardEvent) {
    free =
      isFree(event) && (preferences.get().singleKeys || !isCharacter(event.key))
        ? event
        : undefined;
  }

  /** After all others: what has the focus may have used the press itself. */
  function act(event: KeyboardEvent) {
    if (event !== free || event.defaultPrevented) return;
    const press = pressOf(event);
    const before = first && now() - first.at <= SEQUENCE_MS ? `${first.press} ` : '';
    first = isFirst(press) ? { press, at: now() } : undefined;
    // After the first key of a sequence, another key does not act by itself.
    const shortcut = matches(before + press);
    if (shortcut === undefined || (event.repeat && !shortcut.repeats)) return;
    first = undefined;
    // Otherwise a key that moves the focus to a field would be typed there.
    event.preventDefault();
    shortcut.run();
  }

  function listenWhileWanted() {
    const isWanted = all().length > 0;
    if (isWanted === isListening) return;
    isListening = isWanted;
    if (isWanted) {
      document.addEventListener('keydown', checkFree, true);
      document.addEventListener('keydown', act);
    } else {
      document.removeEventListener('keydown', checkFree, true);
      document.removeEventListener('keydown', act);
    }
  }

  return {
    /** @returns removes them */
    add(added: readonly Shortcut[], scope: ShortcutScope): () => void {
      const list = [...added];
      lists[scope].add(list);
      listenWhileWanted();
      return () => {
        lists[scope].delete(list);
        listenWhileWanted();
      };
    },
    list: (scope: ShortcutScope): Shortcut[] => [...lists[scope]].flat(),
  };
}

export const shortcuts = createShortcuts();
