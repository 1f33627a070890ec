import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { readMany } from '#web/features/routes/read-many.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useNow } from '#web/ui/relative-time.tsx';

/** So many are read without a press. */
const UNASKED_MAX = 30;
const STALE_MS = 60_000;
/** A time of a few seconds is not worth telling. */
const LONG_MS = 5_000;

export const isLong = (ms: number) => ms > LONG_MS;

/** Also where the clock was set back since. */
const isStale = ({ last_check: check }: KnownRoute, now: number) =>
  !check || Math.abs(now - check.read_at) > STALE_MS;

/**
 * Reads routes while the page is open. A few that are older than a minute are read by themselves, each once.
 *
 * @param isReady whether the shared routes are there, too
 */
export function useChecks(routes: readonly KnownRoute[], isReady: boolean) {
  const now = useNow();
  const stale = useMemo(() => routes.filter((route) => isStale(route, now)), [routes, now]);
  const running = useRef<AbortController>(undefined);
  /** What failed or was cancelled waits for a press. */
  const asked = useRef(new Set<string>());
  const [isBusy, setBusy] = useState(false);
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
    if (!isBusy && due.length > 0 && due.length <= UNASKED_MAX) void check(due);
  });
  useEffect(() => {
    if (isReady) readStale();
  }, [isReady, isBusy, stale]);

  async function check(due: readonly KnownRoute[]) {
    const controller = new AbortController();
    running.current = controller;
    for (const route of due) asked.current.add(routeKey(route));
    const all = due.length;
    const isShown = isLong(rateLimiter.msFor(all)) || all > UNASKED_MAX;
    let quarter = 0;
    const tell = (text: string) => {
      setProgress(text);
      announce(text);
    };
    setBusy(true);
    setResult({ text: '', isComplete: true });
    if (isShown) tell(`Checking ${count(all, 'route')}…`);
    const { results, stoppedBy } = await readMany(due, {
      signal: controller.signal,
      onProgress(done) {
        const left = rateLimiter.msFor(all - done);
        const text = progressText(done, all, left);
        if (isShown || isLong(left)) setProgress(text);
        if (!isShown || Math.floor((done * 4) / all) <= quarter) return;
        quarter += 1;
        announce(text);
      },
      onWait(wait) {
        if (wait?.for === 'limit') tell(waitText(wait.until));
      },
    });
    setBusy(false);
    setProgress('');
    setResult({
      text: resultText(
        results.size,
        all,
        stoppedBy === undefined ? '' : reasonOf(stoppedBy, 'read'),
      ),
      isComplete: results.size === all,
    });
  }

  return { stale, isBusy, progress, result, check, cancel: () => running.current?.abort() };
}

export type Checks = ReturnType<typeof useChecks>;

/** @param left milliseconds */
export const progressText = (done: number, all: number, left: number) =>
  `Checked ${formatNumber(done)} of ${formatNumber(all)}${isLong(left) ? `, ${aboutTime(left)} left` : ''}.`;

/** @param until monotonic milliseconds */
export function waitText(until: number): string {
  const seconds = Math.ceil((until - performance.now()) / 1000);
  return `The service asks to wait ${formatNumber(seconds)} s. Checking then goes on.`;
}

/** @param reason why the rest was left, where it was not cancelled by hand */
export const stoppedText = (checked: number, all: number, reason: string) =>
  [`Stopped after ${formatNumber(checked)} of ${formatNumber(all)}.`, reason]
    .filter(Boolean)
    .join(' ');

function resultText(checked: number, all: number, reason: string): string {
  if (checked === all) return `Checked ${count(all, 'route')}.`;
  return `${stoppedText(checked, all, reason)} Earlier results are kept.`;
}
