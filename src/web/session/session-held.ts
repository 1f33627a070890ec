import * as z from 'zod/mini';
import { since } from '#web/session/session-limits.ts';

/** No clock reaches it; a number that counts on from it stays one that another tab reads. */
const STAMP_MAX = 2 ** 52;

/** As `Date.now()` tells it. */
export const Moment = z.int().check(z.nonnegative(), z.maximum(STAMP_MAX));

/** A session as it is handed to another tab, or kept over a reload of this one. */
export const HeldSession = z.object({
  /** Nothing but what can stand in a header. */
  key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** Orders sessions and sign-outs; from the clock, but grows even when that is set back. */
  stamp: Moment,
  /** The stamp of its first key: one that is given in the dialog over the page goes on with the session. */
  began: Moment,
  signedInAt: Moment,
  usedAt: Moment,
});
export type HeldSession = z.infer<typeof HeldSession>;

/** A session as the tab that is in it counts its time. */
export type LiveSession = {
  key: string;
  stamp: number;
  began: number;
  /** Milliseconds since signing in. */
  age: () => number;
  /** Milliseconds without use. */
  idle: () => number;
};

export const toLive = ({ key, stamp, began, signedInAt, usedAt }: HeldSession): LiveSession => ({
  key,
  stamp,
  began,
  age: since(signedInAt),
  idle: since(usedAt),
});

/** By the clock as it is now: whoever takes it over goes on counting, also when that clock has been set back. */
export const toHeld = ({ key, stamp, began, age, idle }: LiveSession): HeldSession => ({
  key,
  stamp,
  began,
  signedInAt: momentBefore(age()),
  usedAt: momentBefore(idle()),
});

/** Whether what belongs to the one may stay with the other: what was loaded and typed is the account's. */
export const isSameSession = (one: LiveSession, other: HeldSession) =>
  one.began === other.began || one.key === other.key;

const momentBefore = (ms: number) => Math.max(0, Math.round(Date.now() - ms));

/** FNV-1a: 32 bits of a secret of some 190, and never out of memory. */
export function fingerprintOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}
