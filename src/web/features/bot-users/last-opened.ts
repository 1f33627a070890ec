import { session } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';

let opened: string | undefined;
let list: string = paths.botUsers;

// What one person looked for is not for the next.
session.onEnd(() => {
  opened = undefined;
  list = paths.botUsers;
});

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
};
