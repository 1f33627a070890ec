import { lastRemoved } from '#web/features/bot-users/changes.ts';
import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** The selected bot users. It outlives the page, ends with the session and loses the rows that are deleted. */
export const selection = createSelection();
session.onEnd(selection.clear);
lastRemoved.subscribe(() => void selection.remove([lastRemoved.get()]));
