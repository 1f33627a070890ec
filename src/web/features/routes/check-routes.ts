import { failureOf, hasStatus } from '#client/api-error.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

export interface CheckOptions<Route extends RouteIds> {
  routes: Route[];
  read: (route: Route, signal: AbortSignal) => Promise<unknown>;
  signal: AbortSignal;
  onProgress: (checked: number) => void;
  atOnce?: number;
}

export interface CheckResult {
  checked: number;
  /** Why the rest was left: no route's fault, so the next read would meet it as well. */
  stoppedBy?: unknown;
}

/**
 * Reads the routes one after the other, a few at a time.
 *
 * A failure that is about one route counts as checked. No answer, or a service that asks to wait, ends it: what
 * was read stays, nothing more is sent. Aborting ends it without a reason.
 */
export async function checkRoutes<Route extends RouteIds>({
  routes,
  read,
  signal,
  onProgress,
  atOnce = 4,
}: CheckOptions<Route>): Promise<CheckResult> {
  const waiting = routes.values();
  let checked = 0;
  let stoppedBy: unknown;

  async function work() {
    for (const route of waiting) {
      if (stoppedBy !== undefined || signal.aborted) return;
      try {
        await read(route, signal);
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

  await Promise.all(Array.from({ length: atOnce }, work));
  return { checked, ...(stoppedBy !== undefined && { stoppedBy }) };
}

function isAboutService(error: unknown): boolean {
  const kind = failureOf(error)?.kind;
  return kind === 'network' || kind === 'timeout' || hasStatus(error, 401, 429);
}
