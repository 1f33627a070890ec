import type { CallOptions } from '#client/api-client.ts';
import type { OnWait } from '#client/retry.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

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
 * A failure that is about one route counts as checked. No answer ends it: what was read stays, nothing more is
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
