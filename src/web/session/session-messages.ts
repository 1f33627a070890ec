import * as z from 'zod/mini';
import { since } from '#web/session/session-limits.ts';

/** Further in the future than any clock that was set wrong: written by another app of this origin. */
const CLOCK_ERROR_MAX_MS = 24 * 60 * 60_000;

/** As `Date.now()` tells it. */
export const Moment = z.int().check(
  z.nonnegative(),
  z.refine((moment) => moment <= Date.now() + CLOCK_ERROR_MAX_MS),
);

/** A session as it is handed to another tab, or kept over a reload of this one. */
export const HeldSession = z.object({
  /** Nothing but what can stand in a header. */
  key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** Orders sessions and sign-outs: from the clock, but grows even when that is set back. */
  stamp: Moment,
  /** The lineage: the stamp of the first key, which a key that is given in the dialog over the page takes over. */
  began: Moment,
  signedInAt: Moment,
  usedAt: Moment,
});
export type HeldSession = z.infer<typeof HeldSession>;

/** Why nobody is signed in, as far as the sign-in page tells it. */
export const EndReason = z.enum(['signed-out', 'idle', 'age', 'none']);
export type EndReason = z.infer<typeof EndReason>;

/** Tabs post these as plain objects on the BroadcastChannel `gatehouse`: `{ type: 'give', session: HeldSession }`, … */
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('give'), session: HeldSession }),
  /** Ends the session with this stamp and those before it. */
  z.object({ type: z.literal('end'), reason: EndReason, stamp: Moment }),
  z.object({ type: z.literal('used'), at: Moment }),
]);
export type Message = z.infer<typeof Message>;

/** @returns `undefined` for anything that no tab of this app says: another app may use the same channel */
export const readMessage = (data: unknown): Message | undefined => Message.safeParse(data).data;

/** A session as the tab that is in it counts its time. */
export type LiveSession = {
  key: string;
  stamp: number;
  lineage: number;
  /** Milliseconds since signing in. */
  age: () => number;
  /** Milliseconds without use. */
  idle: () => number;
};

export const toLive = ({ key, stamp, began, signedInAt, usedAt }: HeldSession): LiveSession => ({
  key,
  stamp,
  lineage: began,
  age: since(signedInAt),
  idle: since(usedAt),
});

/** By the clock as it is now: whoever takes it over goes on counting, also when that clock has been set back. */
export function toHeld({ key, stamp, lineage, age, idle }: LiveSession): HeldSession {
  const momentBefore = (ms: number) => Math.max(0, Math.round(Date.now() - ms));
  return {
    key,
    stamp,
    began: lineage,
    signedInAt: momentBefore(age()),
    usedAt: momentBefore(idle()),
  };
}

/** Whether what was loaded and typed in the one may stay in the other: it belongs to the account. */
export const isSameAccount = (one: LiveSession, other: HeldSession) =>
  one.lineage === other.began || one.key === other.key;

/** FNV-1a: 32 bits of a secret of some 190, and never out of memory. */
export function fingerprintOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}
