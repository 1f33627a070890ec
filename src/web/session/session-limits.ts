import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { count } from '#web/lib/format.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A warning comes this long before a limit; the texts of the page say so in words. */
export const WARNING_MS = 2 * MINUTE_MS;

/** Which limit a session meets: without use, or since signing in. */
export type Limit = 'idle' | 'age';

/** How long a session may last, in milliseconds. */
export type Limits = Record<Limit, number>;

/** What the operator has set. */
type LimitConfig = Pick<RuntimeConfig, 'idle_minutes' | 'session_hours'>;

export const limitsFrom = (config: LimitConfig): Limits => ({
  idle: config.idle_minutes * MINUTE_MS,
  age: config.session_hours * HOUR_MS,
});

/** How long a session may go without use: `30 minutes`; with so many milliseconds off. */
export const idleText = (config: LimitConfig, less = 0) =>
  count(config.idle_minutes - less / MINUTE_MS, 'minute');

/** How long a session may last at all: `8 hours`. */
export const ageText = (config: LimitConfig) => count(config.session_hours, 'hour');

type TimeCheck = {
  /** The limit that is met. */
  over?: Limit | undefined;
  /** The limit that is near. */
  warning?: Limit | undefined;
  /** Milliseconds until something has to happen: a warning, or the end. */
  nextMs: number;
};

export function checkTime(
  used: { idle: () => number; age: () => number },
  limits: Limits,
): TimeCheck {
  const idle = limits.idle - used.idle();
  const age = limits.age - used.age();
  // Of two at once the one that no use can extend.
  const first: Limit = idle < age ? 'idle' : 'age';
  const left = Math.min(idle, age);
  if (left <= 0) return { over: first, nextMs: 0 };
  return left <= WARNING_MS ? { warning: first, nextMs: left } : { nextMs: left - WARNING_MS };
}

/**
 * Measures from a moment on, by the longer of two clocks: one stands still while the machine sleeps, the other can be
 * set back.
 *
 * @param at as `Date.now()` tells it; a moment in the future counts as now
 * @returns the milliseconds that have passed
 */
export function since(at: number): () => number {
  const start = Math.min(at, Date.now());
  const steadyStart = performance.now() - (Date.now() - start);
  return () => Math.max(Date.now() - start, performance.now() - steadyStart);
}
