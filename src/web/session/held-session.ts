import { readJson, type TextStorage } from '#web/lib/device-storage.ts';
import { since } from '#web/session/session-limits.ts';

/** Further in the future than any clock that was set wrong: written by another app of this origin. */
const CLOCK_ERROR_MAX_MS = 24 * 60 * 60_000;
/** Tolerated clock adjustment. */
const CLOCK_STEP_MS = 60_000;

/** A session as another tab gets it, or as it is kept over a reload of this one. Times are those of `Date.now()`. */
export interface HeldSession {
  key: string;
  /** Orders sessions and sign-outs: from the clock, but grows even when that is set back. */
  stamp: number;
  /** The stamp of the first key; a key that is given in the dialog over the page takes it over. */
  lineage: number;
  signedInAt: number;
  usedAt: number;
}

const END_REASONS = ['signed-out', 'idle', 'age', 'none'] as const;
/** Why nobody is signed in. */
export type EndReason = (typeof END_REASONS)[number];

/** What tabs post on the BroadcastChannel `gatehouse`. */
export type Message =
  | { type: 'ask' }
  | { type: 'give'; session: HeldSession }
  /** Ends the session with this stamp and those before it. */
  | { type: 'end'; reason: EndReason; stamp: number }
  | { type: 'used'; at: number };

// Another app of this origin may have written or posted anything. By hand: this runs before any library is there.

const isMoment = (value: unknown): value is number =>
  Number.isSafeInteger(value) &&
  Number(value) >= 0 &&
  Number(value) <= Date.now() + CLOCK_ERROR_MAX_MS;

type Unknown<Value> = { [Name in keyof Value]?: unknown };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function readHeld(value: unknown): HeldSession | undefined {
  if (!isObject(value)) return undefined;
  const { key, stamp, lineage, signedInAt, usedAt }: Unknown<HeldSession> = value;
  // Only what can stand in a header.
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) return undefined;
  return isMoment(stamp) && isMoment(lineage) && isMoment(signedInAt) && isMoment(usedAt)
    ? { key, stamp, lineage, signedInAt, usedAt }
    : undefined;
}

/** @returns `undefined` for a message of another app on the same channel */
export function readMessage(data: unknown): Message | undefined {
  if (!isObject(data)) return undefined;
  const { type, session, reason: said, stamp, at } = data as Record<string, unknown>;
  const held = readHeld(session);
  const reason = END_REASONS.find((each) => each === said);
  if (type === 'ask') return { type };
  if (type === 'give' && held) return { type, session: held };
  if (type === 'end' && reason && isMoment(stamp)) return { type, reason, stamp };
  return type === 'used' && isMoment(at) ? { type, at } : undefined;
}

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

/** Whether the key is to outlive a reload, by the person's choice. */
export const staysSignedIn = (device: TextStorage) => device.getItem(STAY_SIGNED_IN) !== null;

/**
 * The stamp of the last sign-out: sessions up to it have ended. It reaches the tabs that no message does: frozen ones,
 * those in the back-forward cache, and those that the browser restores later.
 */
export function lastSignOut(device: TextStorage): number {
  const stamp = Number(device.getItem(SIGNED_OUT));
  return isMoment(stamp) ? stamp : 0;
}

/** The session that a tab has kept. */
export function readSession(tab: TextStorage): LiveSession | undefined {
  const held = readHeld(readJson(tab, SESSION));
  if (held === undefined) {
    tab.removeItem(SESSION);
    return undefined;
  }
  // The clock was set back since the last use: nobody can tell how long ago that was.
  const usedAt = held.usedAt > Date.now() + CLOCK_STEP_MS ? 0 : held.usedAt;
  return toLive({ ...held, usedAt });
}

/**
 * What outlives a reload.
 *
 * @param tab holds the session, by the person's choice
 * @param device holds that choice and the time of the last sign-out, never the key
 */
export function createSessionStorage(tab: TextStorage, device: TextStorage) {
  const forget = () => tab.removeItem(SESSION);

  return {
    staysSignedIn: () => staysSignedIn(device),
    chooseToStay(isChosen: boolean) {
      if (isChosen) device.setItem(STAY_SIGNED_IN, 'yes');
      else device.removeItem(STAY_SIGNED_IN);
    },

    keep(session: LiveSession) {
      // There may be no room for the new key: the old one must not come back with a reload.
      forget();
      if (staysSignedIn(device)) tab.setItem(SESSION, JSON.stringify(toHeld(session)));
    },
    forget,
    read: () => readSession(tab),

    lastSignOut: () => lastSignOut(device),
    recordSignOut: (stamp: number) => device.setItem(SIGNED_OUT, String(stamp)),
    /** Above every sign-out and `after`, though the clock may have been set back. */
    nextStamp: (after = 0) => Math.max(Date.now(), lastSignOut(device) + 1, after + 1),
  };
}
