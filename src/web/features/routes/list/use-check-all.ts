import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallOptions } from '#client/api-client.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import { useConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { routeKey, type RouteIds } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { readModule } from '#web/features/routes/queries.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';

/** So many are read without a press. */
const WITHOUT_ASKING = 30;

/**
 * Reads routes' modules; ends with the page. What is read goes to the list of routes as it comes. A few that are stale
 * are read by themselves, each once while the page is open.
 *
 * @param stale to be read
 * @param isReady whether those are all that are to come
 */
export function useCheckAll(stale: readonly RouteIds[], isReady: boolean) {
  const { limits } = useConfig();
  const running = useRef<AbortController>(undefined);
  /** Those that this page has asked for, by key: what has failed, or was cancelled, waits for a press. */
  const asked = useRef(new Set<string>());
  const [busy, setBusy] = useState(false);
  /** Of a check that takes long. */
  const [progress, setProgress] = useState('');
  const [result, setResult] = useState({ text: '', isComplete: true });
  useEffect(() => {
    const { current } = asked;
    return () => {
      running.current?.abort();
      current.clear();
    };
  }, []);

  const readStale = useEffectEvent(() => {
    const due = stale.filter((route) => !asked.current.has(routeKey(route)));
    if (!busy && due.length > 0 && due.length <= WITHOUT_ASKING) void check(due, 'unasked');
  });
  useEffect(() => {
    if (isReady) readStale();
  }, [isReady, busy, stale]);

  async function check(routes: readonly RouteIds[], by: 'press' | 'unasked' = 'press') {
    const controller = new AbortController();
    running.current = controller;
    for (const route of routes) asked.current.add(routeKey(route));
    const all = routes.length;
    const ms = rateLimiter.msFor(all);
    setBusy(true);
    setResult({ text: '', isComplete: true });
    if (by === 'press') announce(startSentence(all, ms));
    let isShown = isLong(ms);
    if (isShown) setProgress(startSentence(all, ms));

    // Announced at each quarter of a long check and when a pause is over, not with every route.
    let announced = isShown ? 0 : Infinity;
    const { checked, stoppedBy } = await checkRoutes({
      routes,
      read: readModule,
      atOnce: limits.requests_at_once,
      signal: controller.signal,
      onProgress(done) {
        const left = rateLimiter.msFor(all - done);
        // Not known at the start where the budget's code came later.
        if (!isShown && isLong(left)) {
          isShown = true;
          announced = 0;
        }
        const quarter = Math.floor((done * 4) / all);
        const isNext = quarter > announced;
        if (isNext) announced = quarter;
        const text = progressSentence(done, all, left);
        if (isShown) setProgress(text);
        if (isNext) announce(text);
      },
      onPause(pauseMs) {
        announced = -1;
        isShown = true;
        setProgress(pauseSentence(pauseMs));
        announce(pauseSentence(pauseMs));
      },
    });
    knownRoutes().flush();
    setBusy(false);
    setProgress('');
    const reason = stoppedBy === undefined ? undefined : reasonOf(stoppedBy);
    setResult({ text: resultSentence(checked, all, reason), isComplete: checked === all });
  }

  return { busy, progress, result, check, cancel: () => running.current?.abort() };
}

export interface CheckOptions {
  routes: readonly RouteIds[];
  read: (route: RouteIds, options: CallOptions) => Promise<unknown>;
  /** Requests under way at the same time. */
  atOnce: number;
  signal: AbortSignal;
  onProgress: (checked: number) => void;
  /** The service asks to wait; the check goes on after that. */
  onPause: (ms: number) => void;
}

/**
 * Reads the routes, a few at a time and no faster than the service allows. A failure that is about one route counts
 * as checked; one that the next route would meet as well ends the check.
 */
export async function checkRoutes(options: CheckOptions) {
  const { routes, read, atOnce, signal, onProgress, onPause } = options;
  const waiting = routes.values();
  let checked = 0;
  let stoppedBy: unknown;

  async function work() {
    for (const route of waiting) {
      if (stoppedBy !== undefined || signal.aborted) return;
      try {
        await read(route, {
          signal,
          retry: 'background',
          onWait: (wait) => wait?.for === 'limit' && onPause(wait.until - performance.now()),
        });
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
  return { checked, stoppedBy };
}

function isAboutService(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'network' || failure?.kind === 'timeout' || isAnyRefused(failure);
}

/** A time of a few seconds is not worth telling. */
export const isLong = (ms: number) => ms > 5000;

/** @param ms that the rate limit alone takes */
export const startSentence = (all: number, ms: number) =>
  `Checking ${count(all, 'route')}${isLong(ms) ? `, ${aboutTime(ms)}` : ''}…`;

export const progressSentence = (checked: number, all: number, ms: number) =>
  `Checked ${formatNumber(checked)} of ${formatNumber(all)}${isLong(ms) ? `, ${aboutTime(ms)} left` : ''}.`;

export const pauseSentence = (ms: number) =>
  `The service asks to wait ${formatNumber(Math.ceil(ms / 1000))} s. Checking then goes on.`;

/** @param reason why the rest was left, where it was not cancelled by hand */
export function resultSentence(checked: number, all: number, reason?: string): string {
  if (checked === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(checked)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'Earlier results are kept.'].filter(Boolean).join(' ');
}
