import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** Selected routes, by `routeKey`; the roll-out begins with them. */
export const selection = createSelection();
session.onEnd(selection.clear);
