import { createSelection } from '#web/lib/selection.ts';
import { session } from '#web/session/session.ts';

/** The one of this session. */
export const selection = createSelection();
session.onEnd(() => selection.clear());
