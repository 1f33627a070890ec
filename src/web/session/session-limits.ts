import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { count } from '#web/lib/format.ts';

const MINUTE_MS = 60_000;

export const WARNING_MS = 2 * MINUTE_MS;

/** `idle`: the time without use. `age`: the time since signing in. */
export type Limit = 'idle' | 'age';

/** Milliseconds. */
type Limits = Record<Limit, number>;

export const limitsFrom = (config: RuntimeConfig): Limits => ({
  idle: config.idle_minutes * MINUTE_MS,
  age: config.session_hours * 60 * MINUTE_MS,
});

/** `30 minutes` */
export const idleText = (config: RuntimeConfig, less = 0) =>
  count(config.idle_minutes - less / MINUTE_MS, 'minute');

/** `30 idle minutes` */
export const idleEndText = (config: RuntimeConfig) => count(config.idle_minutes, 'idle minute');

/** `8 hours` */
export const ageText = (config: RuntimeConfig) => count(config.session_hours, 'hour');

/** @returns which limit is over or near, the time until the end, and in `nextMs` until the warning or the end */
export function checkTime(session: { usedAt: number; signedInAt: number }, limits: Limits) {
  // After the clock was set back a moment may lie ahead. How long ago it was nobody knows: far ahead counts as long ago.
  const idle = limits.idle - Math.abs(Date.now() - session.usedAt);
  const age = limits.age - Math.abs(Date.now() - session.signedInAt);
  // Of two limits at once the age counts, which no use extends.
  const first: Limit = idle < age ? 'idle' : 'age';
  const leftMs = Math.min(idle, age);
  if (leftMs <= 0) return { over: first, leftMs: 0, nextMs: 0 };
  return leftMs <= WARNING_MS
    ? { warning: first, leftMs, nextMs: leftMs }
    : { leftMs, nextMs: leftMs - WARNING_MS };
}
