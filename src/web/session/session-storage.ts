import { readKept, type TextStorage } from '#web/lib/device-storage.ts';
import {
  HeldSession,
  Moment,
  toHeld,
  toLive,
  type LiveSession,
} from '#web/session/session-messages.ts';

const SESSION = 'gatehouse.session';
const STAY_SIGNED_IN = 'gatehouse.stay-signed-in';
const SIGNED_OUT = 'gatehouse.signed-out';
/** Tolerated clock adjustment. */
const CLOCK_STEP_MS = 60_000;

/**
 * What outlives a reload.
 *
 * @param tab holds the session, by the person's choice
 * @param device holds that choice and the time of the last sign-out, never the key
 */
export function createSessionStorage(tab: TextStorage, device: TextStorage) {
  const staysSignedIn = () => device.getItem(STAY_SIGNED_IN) !== null;
  const forget = () => tab.removeItem(SESSION);

  /**
   * The stamp of the last sign-out: sessions up to it have ended. It reaches tabs that no message does: frozen ones,
   * those in the back-forward cache, and those that the browser restores later.
   */
  const lastSignOut = () => Moment.safeParse(Number(device.getItem(SIGNED_OUT))).data ?? 0;

  return {
    staysSignedIn,
    chooseToStay(isChosen: boolean) {
      if (isChosen) device.setItem(STAY_SIGNED_IN, 'yes');
      else device.removeItem(STAY_SIGNED_IN);
    },

    keep(session: LiveSession) {
      // First, for there may be no room for the new one: the old key must not come back with a reload.
      forget();
      if (staysSignedIn()) tab.setItem(SESSION, JSON.stringify(toHeld(session)));
    },
    forget,
    /** Kept over a reload, a restart of the browser, or being closed and opened again. */
    read(): LiveSession | undefined {
      const held = readKept(tab, SESSION, HeldSession);
      if (held === undefined) return undefined;
      // A use in the future: the clock was set back since, and nobody can tell how long ago that use was.
      const usedAt = held.usedAt > Date.now() + CLOCK_STEP_MS ? 0 : held.usedAt;
      return toLive({ ...held, usedAt });
    },

    lastSignOut,
    recordSignOut: (stamp: number) => device.setItem(SIGNED_OUT, String(stamp)),
    /** A stamp for what happens now: above every sign-out, though the clock may have been set back. */
    nextStamp: (after = 0) => Math.max(Date.now(), lastSignOut() + 1, after + 1),
  };
}
