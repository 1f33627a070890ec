import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';
import { afterDialog } from '#web/ui/announcer.tsx';

/** What a change has come to, outcome first. */
export type Outcome = {
  text: ReactNode;
  isFailure?: boolean;
  undo?: (() => void) | undefined;
  /** It tells what an Undo did: its own would do it again, so Ctrl+Z leaves it alone. */
  isOfUndo?: boolean;
  /** Leads on: to a report, say. */
  more?: { label: string; run: () => void } | undefined;
};

/** The last one, until it goes by itself or is dismissed. */
export const outcome = createStore<Outcome | undefined>(undefined);

/** The same, but not before the page is heard again behind a dialog that goes: what comes then is read out. */
export const shownOutcome = createStore<Outcome | undefined>(undefined);

/** Shows a notification in the corner of the page; the one before it goes. With `undefined` it only goes. */
export function notify(next: Outcome | undefined) {
  outcome.set(next);
  // At once: nobody presses the Undo of the one before for that of the next.
  shownOutcome.set(undefined);
  afterDialog(() => outcome.get() === next && shownOutcome.set(next));
}
