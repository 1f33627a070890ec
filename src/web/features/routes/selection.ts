import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** Selected routes, by `routeKey`. */
export const routeSelection = createSelection();
session.onEnd(() => routeSelection.clear());
