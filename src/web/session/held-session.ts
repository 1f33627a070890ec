import * as z from 'zod/mini';
import { readKept, type TextStorage } from '#web/lib/device-storage.ts';
import { since } from '#web/session/session-limits.ts';

/** Further in the future than any clock that was set wrong: written by another app of this origin. */
const CLOCK_ERROR_MAX_MS = 24 * 60 * 60_000;
/** Tolerated clock adjustment. */
const CLOCK_STEP_MS = 60_000;

/** As `Date.now()` tells it. */
const Moment = z.int().check(
  z.nonnegative(),
  z.refine((moment) => moment <= Date.now() + CLOCK_ERROR_MAX_MS),
);

/** A session as another tab gets it, or as it is kept over a reload of this one. */
const HeldSession = z.object({
  /** Only what can stand in a header. */
  key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** Orders sessions and sign-outs: from the clock, but grows even when that is set back. */
  stamp: Moment,
  /** The stamp of the first key; a key that is given in the dialog over the page takes it over. */
  lineage: Moment,
  signedInAt: Moment,
  usedAt: Moment,
});
export type HeldSession = z.infer<typeof HeldSession>;

/** Why nobody is signed in. */
const EndReason = z.enum(['signed-out', 'idle', 'age', 'none']);
export type EndReason = z.infer<typeof EndReason>;

/** What tabs post on the BroadcastChannel `gatehouse`. */
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('give'), session: HeldSession }),
  /** Ends the session with this stamp and those before it. */
  z.object({ type: z.literal('end'), reason: EndReason, stamp: Moment }),
  z.object({ type: z.literal('used'), at: Moment }),
]);
export type Message = z.infer<typeof Message>;

/** @returns `undefined` for a message of another app on the same channel */
export const readMessage = (data: unknown) => Message.safeParse(data).data;

/** A session in use: times are measured, see `since`. */
export type LiveSession = Pick<HeldSession, 'key' | 'stamp' | 'lineage'> & {
  /** Milliseconds since signing in. */
  age: () => number;
  /** Milliseconds without use. */
  idle: () => number;
};

export const toLive = ({ signedInAt, usedAt, ...session }: HeldSession): LiveSession => ({
  ...session,
  age: since(signedInAt),
  idle: since(usedAt),
});

/** By the clock as it is now, so that whoever takes it over goes on counting after that clock was set back. */
export function toHeld({ age, idle, ...session }: LiveSession): HeldSession {
  const momentBefore = (ms: number) => Math.max(0, Math.round(Date.now() - ms));
  return { ...session, signedInAt: momentBefore(age()), usedAt: momentBefore(idle()) };
}

/** Whether what was loaded and typed in the one may stay in the other. */
export const isSameAccount = (one: LiveSession, other: HeldSession) =>
  one.lineage === other.lineage || one.key === other.key;

/** FNV-1a: 32 bits of a secret of some 190. */
export function fingerprintOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}

const SESSION = 'gatehouse.session';
const STAY_SIGNED_IN = 'gatehouse.stay-signed-in';
const SIGNED_OUT = 'gatehouse.signed-out';

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
   * The stamp of the last sign-out: sessions up to it have ended. It reaches the tabs that no message does: frozen
   * ones, those in the back-forward cache, and those that the browser restores later.
   */
  const lastSignOut = () => Moment.safeParse(Number(device.getItem(SIGNED_OUT))).data ?? 0;

  return {
    staysSignedIn,
    chooseToStay(isChosen: boolean) {
      if (isChosen) device.setItem(STAY_SIGNED_IN, 'yes');
      else device.removeItem(STAY_SIGNED_IN);
    },

    keep(session: LiveSession) {
      // There may be no room for the new key: the old one must not come back with a reload.
      forget();
      if (staysSignedIn()) tab.setItem(SESSION, JSON.stringify(toHeld(session)));
    },
    forget,
    read(): LiveSession | undefined {
      const held = readKept(tab, SESSION, HeldSession);
      if (held === undefined) return undefined;
      // The clock was set back since the last use: nobody can tell how long ago that was.
      const usedAt = held.usedAt > Date.now() + CLOCK_STEP_MS ? 0 : held.usedAt;
      return toLive({ ...held, usedAt });
    },

    lastSignOut,
    recordSignOut: (stamp: number) => device.setItem(SIGNED_OUT, String(stamp)),
    /** Above every sign-out and `after`, though the clock may have been set back. */
    nextStamp: (after = 0) => Math.max(Date.now(), lastSignOut() + 1, after + 1),
  };
}
