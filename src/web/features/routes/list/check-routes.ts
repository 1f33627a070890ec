import type { CallOptions } from '#client/api-client.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import type { OnWait } from '#client/retry.ts';
import type { RouteIds } from '#web/features/routes/known-route.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';

export interface CheckOptions<Route extends RouteIds> {
  routes: Route[];
  read: (route: Route, options: CallOptions) => Promise<unknown>;
  /** Requests under way at the same time. */
  atOnce: number;
  signal: AbortSignal;
  onProgress: (checked: number) => void;
  /** The service asks to wait; the check goes on after that. */
  onPause: (ms: number) => void;
}

export interface CheckResult {
  checked: number;
  /** Why the rest was left: no route's fault, so the next read would meet it as well. */
  stoppedBy?: unknown;
}

/**
 * Reads the routes one after the other, a few at a time and no faster than the service allows.
 *
 * A failure that is about one route counts as checked. No response ends it: what was read stays, nothing more is
 * sent. Aborting ends it without a reason.
 */
export async function checkRoutes<Route extends RouteIds>({
  routes,
  read,
  atOnce,
  signal,
  onProgress,
  onPause,
}: CheckOptions<Route>): Promise<CheckResult> {
  const waiting = routes.values();
  let checked = 0;
  let stoppedBy: unknown;
  const onWait: OnWait = (wait) => {
    if (wait?.for === 'limit') onPause(wait.until - performance.now());
  };

  async function work() {
    for (const route of waiting) {
      if (stoppedBy !== undefined || signal.aborted) return;
      try {
        await read(route, { signal, retry: 'background', onWait });
      } catch (error) {
        if (signal.aborted) return;
        if (isAboutService(error)) {
          stoppedBy ??= error;
          return;
        }
      }
      checked += 1;
      onProgress(checked);
    }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, routes.length) }, work));
  return { checked, ...(stoppedBy !== undefined && { stoppedBy }) };
}

function isAboutService(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'network' || failure?.kind === 'timeout' || isAnyRefused(failure);
}

/** Shorter times are not worth telling. */
const A_FEW_SECONDS = 5000;

export const isLong = (ms: number) => ms > A_FEW_SECONDS;

/** @param ms that the rate limit alone takes */
export const startSentence = (all: number, ms: number) =>
  `Checking ${count(all, 'route')}${isLong(ms) ? `, ${aboutTime(ms)}` : ''}…`;

export const progressSentence = (checked: number, all: number, ms: number) =>
  `Checked ${formatNumber(checked)} of ${formatNumber(all)}${isLong(ms) ? `, ${aboutTime(ms)} left` : ''}.`;

export const pauseSentence = (ms: number) =>
  `The service asks to wait ${formatNumber(Math.ceil(ms / 1000))} s. Checking goes on after that.`;

/** @param reason why the rest was left, where it was not cancelled by hand */
export function resultSentence(checked: number, all: number, reason?: string): string {
  if (checked === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(checked)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'What was read before stays.'].filter(Boolean).join(' ');
}
