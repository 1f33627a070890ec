import * as z from 'zod/mini';
import { since } from '#web/api/session-limits.ts';
import type { KeptTexts } from '#web/api/storage.ts';

/** As `Date.now()` tells it. */
export const Moment = z.int().check(z.nonnegative());

/** A session as it is handed to another tab, or kept over a reload of this one. */
export const HeldSession = z.object({
  /** Nothing but what can stand in a header. */
  key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** Orders sessions and sign-outs; from the clock, but grows even when that is set back. */
  stamp: Moment,
  signedInAt: Moment,
  usedAt: Moment,
});
export type HeldSession = z.infer<typeof HeldSession>;

/** A session as the tab that is in it counts its time. */
export type LiveSession = {
  key: string;
  stamp: number;
  /** Milliseconds since signing in. */
  age: () => number;
  /** Milliseconds without use. */
  idle: () => number;
};

export const toLive = ({ key, stamp, signedInAt, usedAt }: HeldSession): LiveSession => ({
  key,
  stamp,
  age: since(signedInAt),
  idle: since(usedAt),
});

/** By the clock as it is now: whoever takes it over goes on counting, also when that clock has been set back. */
export const toHeld = ({ key, stamp, age, idle }: LiveSession): HeldSession => ({
  key,
  stamp,
  signedInAt: momentBefore(age()),
  usedAt: momentBefore(idle()),
});

const momentBefore = (ms: number) => Math.max(0, Math.round(Date.now() - ms));

/** FNV-1a: 32 bits of a secret of some 190, and never out of memory. */
export function fingerprintOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}

const NAME = 'gatehouse.session';
/** By so much clocks are set right in passing. */
const CLOCK_STEP_MS = 60_000;

export function keepSession(storage: KeptTexts, session: LiveSession): void {
  storage.setItem(NAME, JSON.stringify(toHeld(session)));
}

export const forgetSession = (storage: KeptTexts) => storage.removeItem(NAME);

/** What this tab has kept over a reload, a restart of the browser, or being closed and opened again. */
export function keptSession(storage: KeptTexts): LiveSession | undefined {
  const held = HeldSession.safeParse(parsed(storage.getItem(NAME) ?? '')).data;
  if (held === undefined) {
    forgetSession(storage);
    return undefined;
  }
  // A use in the future: the clock was set back since, and nobody can tell how long ago that use was.
  const usedAt = held.usedAt > Date.now() + CLOCK_STEP_MS ? 0 : held.usedAt;
  return toLive({ ...held, usedAt });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
