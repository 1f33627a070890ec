import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { Target } from '#web/features/routes/build-plan.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { readMany } from '#web/features/routes/read-many.ts';
import { sharedRoutesQuery } from '#web/features/routes/shared-routes.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useNow } from '#web/ui/relative-time.tsx';

/** Fewer routes are read before a progress could be read out. */
const QUIET_MAX = 30;
/** A time of a few seconds is not worth telling. */
export const isLong = (ms: number) => ms > 5_000;

/** Reads many routes for a page, with progress and cancel; it ends with the page. */
function useReading() {
  const running = useRef<AbortController>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const [end, setEnd] = useState({ text: '', isComplete: true });
  useEffect(() => () => running.current?.abort(), []);

  /** @param begun how many of the same have been read before */
  async function read(routes: readonly RouteIds[], begun = 0) {
    const controller = new AbortController();
    running.current = controller;
    const all = begun + routes.length;
    const isTold = routes.length > QUIET_MAX || isLong(rateLimiter.msFor(routes.length));
    function tell(text: string) {
      setProgress(text);
      announce(text);
    }
    setBusy(true);
    setEnd({ text: '', isComplete: true });
    if (isTold) tell(`Checking ${count(all, 'route')}…`);
    const { results, stoppedBy } = await readMany(routes, {
      signal: controller.signal,
      onProgress(size) {
        const left = rateLimiter.msFor(routes.length - size);
        if (isTold || isLong(left)) setProgress(progressText(begun + size, all, left));
      },
      onWait: (wait) => wait?.for === 'limit' && tell(waitText(wait.until)),
    });
    const done = begun + results.size;
    const reason = stoppedBy === undefined ? '' : reasonOf(stoppedBy, 'read');
    setBusy(false);
    setProgress('');
    setEnd({ text: endText(done, all, reason), isComplete: done === all });
    return { results, isComplete: done === all };
  }

  return { isBusy, progress, end, read, cancel: () => running.current?.abort() };
}

/** So many are read without a press. */
export const UNASKED_MAX = 30;
const STALE_MS = 60_000;

/** Also where the clock was set back since. */
const isStale = ({ last_check: check }: KnownRoute, now: number) =>
  !check || Math.abs(now - check.read_at) > STALE_MS;

/** Reads routes while the page is open. A few that are older than a minute are read by themselves, each once. */
export function useChecks() {
  const { routes } = useKnownRoutes();
  const { isLoading } = useQuery(sharedRoutesQuery);
  const now = useNow();
  const { read, ...reading } = useReading();
  const stale = useMemo(() => routes.filter((route) => isStale(route, now)), [routes, now]);
  /** What failed or was cancelled waits for a press. */
  const asked = useRef(new Set<string>());
  useEffect(() => () => asked.current.clear(), []);

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

const FRESH_MS = 5 * 60_000;

/** Not old, and neither read nor changed from here since. */
const isFresh = ({ last_check: check }: KnownRoute, read: RestrictionRead | undefined) =>
  read !== undefined &&
  Math.abs(Date.now() - read.readAt) < FRESH_MS &&
  (check?.read_at ?? 0) <= read.readAt;

/** Reads routes for a plan. After a cancel or a fault the next press goes on from there. */
export function useReadRoutes() {
  const found = useRef(new Map<string, RestrictionRead>());
  const { read: readDue, ...reading } = useReading();

  /** @returns `undefined`: it was cancelled, or the service refuses all */
  async function read(routes: readonly KnownRoute[]): Promise<Target[] | undefined> {
    const due = routes.filter((route) => !isFresh(route, found.current.get(routeKey(route))));
    const { results, isComplete } = await readDue(due, routes.length - due.length);
    for (const [key, result] of results)
      if (!(result instanceof Error)) found.current.set(key, result);
    if (!isComplete) return undefined;
    return routes.map((route): Target => {
      const key = routeKey(route);
      const result = results.get(key) ?? found.current.get(key) ?? new Error('Not read');
      return { id: key, label: route.name, read: result };
    });
  }

  return { ...reading, read };
}

const progressText = (done: number, all: number, left: number) =>
  `Checked ${formatNumber(done)} of ${formatNumber(all)}${isLong(left) ? `, ${aboutTime(left)} left` : ''}.`;

/** @param until monotonic milliseconds */
const waitText = (until: number) =>
  `The service asks to wait ${formatNumber(Math.ceil((until - performance.now()) / 1000))} s. Checking then goes on.`;

/** @param reason why the rest was left, where it was not cancelled by hand */
function endText(done: number, all: number, reason: string): string {
  if (done === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(done)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'Earlier results are kept.'].filter(Boolean).join(' ');
}
