import { session } from '#web/session/session.ts';
import { paths } from '#web/paths.ts';

/** Places in the shown list, both inclusive. */
export type RowRange = { first: number; last: number };

/** Pixels: the height of one row, and from the top of the document to the first. */
export type Measures = { rowHeight: number; top: number };

type RowWindowState = { range: RowRange; measures: Measures };

let opened: string | undefined;
let list: string = paths.botUsers;
let near: RowWindowState | undefined;
let scrolled = 0;

// What one person looked for is not for the next.
session.onEnd(() => {
  opened = undefined;
  list = paths.botUsers;
  near = undefined;
  scrolled = 0;
});

/** State of a navigation that goes back to the list by a link. */
export const BACK = { back: true } as const;

/** The bot user whose page was open last: on the way back its row gets the focus. */
export const lastOpened = {
  set: (id: string) => void (opened = id),
  /** Once: a later visit starts at the heading. */
  take() {
    const id = opened;
    opened = undefined;
    return id;
  },
};

/** The address of the list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: (address: string) => void (list = address),
  address: () => list,
  /** For a link that goes back to it. */
  link: () => ({ to: list, state: BACK }),
};

/** The rows that were near the screen: on the way back they are there at once, before the screen is measured again. */
export const lastWindow = {
  set: (window: RowWindowState) => void (near = window),
  get: () => near,
};

/** How far the list was scrolled, in pixels: a link back makes a new place in the history, which begins at its top. */
export const lastScroll = {
  set: (pixels: number) => void (scrolled = pixels),
  get: () => scrolled,
};
