import { Moment } from '#web/session/session-held.ts';
import type { TextStorage } from '#web/lib/storage.ts';

const NAME = 'gatehouse.signed-out';

/**
 * Tells tabs that no message reaches that a session has ended: frozen ones, those in the back-forward cache, and those
 * that the browser restores later. Says when, and nothing of the key.
 */
export function createSignOutMarker(storage: TextStorage) {
  /** The stamp of the last sign-out: sessions up to it have ended. */
  function last(): number {
    // What another app of this origin may have written there must neither keep everybody out nor go into a stamp that
    // the other tabs refuse.
    return Moment.safeParse(Number(storage.getItem(NAME))).data ?? 0;
  }

  return {
    last,
    /** A stamp for what happens now: above every sign-out, though the clock may have been set back. */
    next: (after = 0) => Math.max(Date.now(), last() + 1, after + 1),
    set: (stamp: number) => storage.setItem(NAME, String(stamp)),
  };
}
