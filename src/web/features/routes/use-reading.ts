import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { readMany } from '#web/features/routes/read-many.ts';
import type { RouteIds } from '#web/features/routes/stored-route.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';

/** Fewer routes are read before a progress could be read out. */
const QUIET_MAX = 30;
/** A time of a few seconds is not worth telling. */
export const isLong = (ms: number) => ms > 5_000;

/** Reads many routes for a page, with progress and cancel; it ends with the page. */
export function useReading() {
  const running = useRef<AbortController>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const [end, setEnd] = useState({ text: '', isComplete: true });
  useEffect(() => () => running.current?.abort(), []);

  function tell(text: string) {
    setProgress(text);
    announce(text);
  }

  /** @param begun how many of the same have been read before */
  async function read(routes: readonly RouteIds[], begun = 0) {
    const controller = new AbortController();
    running.current = controller;
    const all = begun + routes.length;
    const isTold = routes.length > QUIET_MAX || isLong(rateLimiter.msFor(routes.length));
    let quarter = 0;
    setBusy(true);
    setEnd({ text: '', isComplete: true });
    if (isTold) tell(`Checking ${count(all, 'route')}…`);
    const { results, stoppedBy } = await readMany(routes, {
      signal: controller.signal,
      onProgress(done) {
        const left = rateLimiter.msFor(routes.length - done);
        const text = progressText(begun + done, all, left);
        const now = Math.floor(((begun + done) * 4) / all);
        if (isTold && now > quarter) tell(text);
        else if (isTold || isLong(left)) setProgress(text);
        quarter = now;
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

const progressText = (done: number, all: number, left: number) =>
  `Checked ${formatNumber(done)} of ${formatNumber(all)}${isLong(left) ? `, ${aboutTime(left)} left` : ''}.`;

/** @param until monotonic milliseconds */
function waitText(until: number): string {
  const seconds = Math.ceil((until - performance.now()) / 1000);
  return `The service asks to wait ${formatNumber(seconds)} s. Checking then goes on.`;
}

/** @param reason why the rest was left, where it was not cancelled by hand */
function endText(done: number, all: number, reason: string): string {
  if (done === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(done)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'Earlier results are kept.'].filter(Boolean).join(' ');
}
