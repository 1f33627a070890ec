import { isLoaded } from '#web/features/bot-users/pages.ts';
import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** The selected bot users, all of them loaded. It outlives the page and ends with the session. */
export const selection = createSelection();
session.onEnd(selection.clear);

/** Call it when rows have left the list. @returns how many of them were selected */
export const deselectUnloaded = () =>
  selection.remove([...selection.ids()].filter((id) => !isLoaded(id)));
