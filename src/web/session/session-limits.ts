import type { RuntimeConfig } from '#contract/runtime-config.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A warning comes this long before a limit; the texts of the page say so in words. */
export const WARNING_MS = 2 * MINUTE_MS;

/** Which limit a session meets: without use, or since signing in. */
export type Limit = 'idle' | 'age';

/** How long a session may last, in milliseconds. */
export type Limits = Record<Limit, number>;

export const noLimits: Limits = { idle: Infinity, age: Infinity };

/** What the operator has set. */
export const limitsFrom = (
  config: Pick<RuntimeConfig, 'idle_minutes' | 'session_hours'>,
): Limits => ({
  idle: config.idle_minutes * MINUTE_MS,
  age: config.session_hours * HOUR_MS,
});

/** What is left of each limit; zero or less: it is over. */
export type Left = Record<Limit, number>;

/** The limit that comes first. Of two at once the one that no use can extend. */
export const sooner = (left: Left): Limit => (left.idle < left.age ? 'idle' : 'age');

/** Milliseconds until something has to happen: a warning, or the end. */
export function untilNext(left: Left): number {
  const next = left[sooner(left)];
  return next > WARNING_MS ? next - WARNING_MS : next;
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
