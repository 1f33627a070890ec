import type { RestrictionRead } from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import type { CallOptions } from '#client/api-client.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { readRestriction } from '#web/features/routes/queries.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { session } from '#web/session/session.ts';

type ReadManyOptions = Pick<CallOptions, 'onWait'> & {
  signal: AbortSignal;
  /** Requests under way at the same time. */
  atOnce?: number;
  onProgress?: (done: number) => void;
};

/**
 * Reads routes, a few at a time and no faster than the service allows. A failure of one route is its result; one that
 * the next route would meet as well stops the reading.
 */
export async function readMany(routes: readonly RouteIds[], options: ReadManyOptions) {
  const { onProgress, atOnce = runtimeConfig().limits.requests_at_once, ...callOptions } = options;
  const results = new Map<string, RestrictionRead | Error>();
  const ended = AbortSignal.any([options.signal, session.signal()]);
  const turn = inTurns(atOnce);
  let stoppedBy: unknown;

  async function read(route: RouteIds) {
    if (stoppedBy !== undefined || ended.aborted) return;
    try {
      const found = await readRestriction(route, { ...callOptions, retry: 'background' });
      results.set(routeKey(route), found);
    } catch (error) {
      if (ended.aborted) return;
      if (isAboutService(error)) return void (stoppedBy ??= error);
      results.set(routeKey(route), error instanceof Error ? error : new Error(String(error)));
    }
    onProgress?.(results.size);
  }
  await Promise.all(routes.map((route) => turn(() => read(route))));
  knownRoutes().flush();
  return { results, stoppedBy };
}

function isAboutService(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'network' || failure?.kind === 'timeout' || isAnyRefused(failure);
}
