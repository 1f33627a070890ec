import { session } from '#web/session/session.ts';
import { paths } from '#web/paths.ts';

/** State of a navigation that goes back to the list by a link. */
export const BACK = { back: true } as const;

type LeftList = {
  /** With its filter. */
  address: string;
  /** Pixels from the top. A link back makes a new place in the history, which would begin at its top. */
  scrollY: number;
  /** The bot user that was opened from it: on the way back its row gets the focus. */
  openedId: string | undefined;
};

const START: LeftList = { address: paths.botUsers, scrollY: 0, openedId: undefined };
let left = START;
// What a person looked for is not for the next one.
session.onEnd(() => void (left = START));

/** The list as it was left, for the way back to it. */
export const lastList = {
  get: () => left,
  set: (changed: Partial<LeftList>) => void (left = { ...left, ...changed }),
  /** For a link back: Cancel, the breadcrumb. */
  link: () => ({ to: left.address, state: BACK }),
};
