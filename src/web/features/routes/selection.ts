import { createSelection } from '#web/lib/selection.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

/** Selected routes, by `routeKey`; the roll-out begins with them. */
export const selection = createSelection();
session.onEnd(selection.clear);

/** Key of the route whose page was open last: on the way back its row gets the focus. */
export const lastOpened = createStore<string | undefined>(undefined);
session.onEnd(() => lastOpened.set(undefined));
