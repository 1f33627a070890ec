import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import type { CallOptions } from '#client/api-client.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf, waitSentence } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { knownRoutes, useRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { isAboutRoute, readRestriction } from '#web/features/routes/queries.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { aboutTime } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useNow } from '#web/ui/relative-time.tsx';

type ReadManyOptions = Pick<CallOptions, 'onWait'> & {
  signal: AbortSignal;
  onProgress?: (done: number) => void;
};

/** What was read of one route, or why it could not be read. */
export type ReadRoute<Route = KnownRoute> = { route: Route; read: RestrictionRead | Error };

/**
 * Reads routes, a few at a time and no faster than the service allows. A failure of one route is its result; one that
 * the next route would meet as well stops the reading.
 *
 * @returns `results` in the order of the routes
 */
export async function readMany<Route extends RouteIds>(
  routes: readonly Route[],
  { onProgress, ...options }: ReadManyOptions,
) {
  let done = 0;
  const ended = AbortSignal.any([options.signal, session.signal()]);
  const turn = inTurns(runtimeConfig().limits.requests_at_once);
  let stoppedBy: unknown;

  async function read(route: Route): Promise<Array<ReadRoute<Route>>> {
    if (stoppedBy !== undefined || ended.aborted) return [];
    let found: ReadRoute['read'];
    try {
      found = await readRestriction(route, { ...options, retry: 'background' });
    } catch (error) {
      if (!isAboutRoute(error)) {
        if (!ended.aborted) stoppedBy ??= error;
        return [];
      }
      found = error;
    }
    done += 1;
    onProgress?.(done);
    return [{ route, read: found }];
  }
  const results = await Promise.all(routes.map((route) => turn(() => read(route))));
  knownRoutes().flush();
  return { results: results.flat(), stoppedBy };
}

/** So many are read without a press, and before a progress could be read out. */
export const UNASKED_MAX = 30;
/** A time of a few seconds is not worth telling. */
export const isLong = (ms: number) => ms > 5_000;

/** Reads many routes for a page, with progress and cancel; it ends with the page. */
export function useReading() {
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState('');
  useEffect(() => () => running.current?.abort(), []);
  const { mutateAsync, isPending, data } = useMutation({
    async mutationFn(routes: readonly KnownRoute[]) {
      const controller = new AbortController();
      running.current = controller;
      const all = routes.length;
      const isTold = all > UNASKED_MAX || isLong(rateLimiter.msFor(all));
      if (isTold) {
        const text = `Checking ${count(all, 'route')}…`;
        setProgress(text);
        announce(text);
      }
      const { results, stoppedBy } = await readMany(routes, {
        signal: controller.signal,
        onProgress(done) {
          const left = rateLimiter.msFor(all - done);
          if (isTold || isLong(left)) setProgress(progressText(done, all, left));
        },
        onWait(wait) {
          if (wait?.for !== 'limit') return;
          setProgress(`${waitSentence(wait.until - performance.now())} Checking then goes on.`);
        },
      });
      const reason = stoppedBy === undefined ? '' : reasonOf(stoppedBy, 'read');
      setProgress('');
      const isComplete = results.length === all;
      return { results, isComplete, text: endText(results.length, all, reason) };
    },
  });
  return {
    isBusy: isPending,
    progress,
    /** How the last one ended. */
    end: data,
    read: mutateAsync,
    cancel: () => running.current?.abort(),
  };
}

const STALE_MS = 60_000;

/** Where the clock was set back since, a read is in the future: then it is old as well. */
const isStale = ({ last_check: check }: KnownRoute, now: number) =>
  !check || Math.abs(now - check.read_at) > STALE_MS;

/** Reads routes while the page is open. A few that are older than a minute are read by themselves, each once. */
export function useChecks() {
  const { routes, isLoading } = useRoutes();
  const now = useNow();
  const { read, ...reading } = useReading();
  const stale = useMemo(() => routes.filter((route) => isStale(route, now)), [routes, now]);
  /** What failed or was cancelled waits for a press. */
  const asked = useRef(new Set<string>());

  function check(due: readonly KnownRoute[]) {
    for (const route of due) asked.current.add(routeKey(route));
    void read(due);
  }

  const checkUnasked = useEffectEvent(check);
  useEffect(() => {
    if (isLoading || reading.isBusy) return;
    const due = stale.filter((route) => !asked.current.has(routeKey(route)));
    if (due.length > 0 && due.length <= UNASKED_MAX) checkUnasked(due);
  }, [isLoading, reading.isBusy, stale]);

  return { ...reading, stale, check };
}

export type Checks = ReturnType<typeof useChecks>;

const progressText = (done: number, all: number, left: number) =>
  `Checked ${formatNumber(done)} of ${formatNumber(all)}${isLong(left) ? `, ${aboutTime(left)} left` : ''}.`;

/** @param reason why the rest was left, where it was not cancelled by hand */
function endText(done: number, all: number, reason: string): string {
  if (done === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(done)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'Earlier results are kept.'].filter(Boolean).join(' ');
}
