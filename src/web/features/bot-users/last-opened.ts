import { session } from '#web/session/session.ts';
import { paths } from '#web/paths.ts';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

/** Places in the shown list, both inclusive. */
export type RowRange = { first: number; last: number };

/** Pixels: the height of one row, and from the top of the document to the first. */
export type Measures = { rowHeight: number; top: number };

type RowWindowState = { range: RowRange; measures: Measures };

// What one person looked for is not for the next.
function createMemory<Value>(initial: Value) {
  let value = initial;
  session.onEnd(() => (value = initial));
  return { get: () => value, set: (next: Value) => void (value = next) };
}

/** State of the navigation to the list after a bot user was created: its row gets the focus. */
export type CreatedState = LeavingState & { created: string };

/** State of a navigation that goes back to the list by a link. */
export const BACK = { back: true } as const;

const opened = createMemory<string | undefined>(undefined);

/** The bot user whose page was open last: on the way back its row gets the focus. */
export const lastOpened = {
  set: opened.set,
  /** Once: a later visit starts at the heading. */
  take() {
    const id = opened.get();
    opened.set(undefined);
    return id;
  },
};

const list = createMemory<string>(paths.botUsers);

/** The address of the list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: list.set,
  address: list.get,
  /** For a link that goes back to it. */
  link: () => ({ to: list.get(), state: BACK }),
};

/** The rows that were near the screen: on the way back they are there at once, before the screen is measured again. */
export const lastWindow = createMemory<RowWindowState | undefined>(undefined);

/** How far the list was scrolled, in pixels: a link back makes a new place in the history, which begins at its top. */
export const lastScroll = createMemory(0);
