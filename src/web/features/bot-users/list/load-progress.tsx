import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Waiting } from '#client/retry.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { waitText } from '#web/api/failure-text.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { WorkState } from '#web/features/bot-users/data/work.ts';
import { formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './load-progress.module.css';

/** `size`: rows that are loaded. */
type ProgressProps = { size: number; state: WorkState };

export function LoadProgress({ size, state }: ProgressProps) {
  useProgressAnnouncements(size);
  return (
    <Progress label="Loading bot users" state={state}>
      Loading, {formatNumber(size)} so far
    </Progress>
  );
}

export function CheckProgress({ size, state }: ProgressProps) {
  const { limiter } = useBotUsersContext();
  const { read, elapsed } = state;
  const rest = Math.max(0, size - read);
  const byPace = read && (elapsed / read) * rest;
  const byLimit = limiter.msFor(Math.ceil(rest / PAGE_LIMIT_MAX));
  const percent = (100 * read) / Math.max(size, read, 1);
  return (
    <Progress label="Checking bot users" state={state} percent={percent}>
      Checking, {formatNumber(Math.min(read, size))} of {formatNumber(size)} read
      {read > 0 && `, ${aboutTime(Math.max(byPace, byLimit))} left`}
    </Progress>
  );
}

type BarProps = { label: string; state: WorkState; percent?: number; children: ReactNode };

/** @param percent without it nobody knows how much is left */
export function Progress({
  label,
  state: { read, elapsed, waiting },
  percent,
  children,
}: BarProps) {
  const perMinute = formatNumber(Math.round((read / elapsed) * 60_000));
  return (
    <div className={styles.work}>
      <p className={`${layout.muted} ${layout.num}`}>
        {children}
        {elapsed >= 1000 && read > 0 && `, ${perMinute} a minute`}
        {waiting && <Wait waiting={waiting} />}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent && Math.round(percent)}
        className={styles.bar}
      >
        <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
    </div>
  );
}

function Wait({ waiting }: { waiting: Waiting }) {
  const left = useTimeLeft(waiting.until);
  if (waiting.for === 'connection') return '. You are offline: it goes on by itself.';
  const why = waiting.for === 'limit' ? 'Slowed by the service' : 'Interrupted';
  return `. ${why}, next try in ${waitText(left)}`;
}

/** Each thousand, but no more often than every 5 s. */
function useProgressAnnouncements(size: number) {
  const [begun] = useState(() => ({ size, at: performance.now() }));
  const said = useRef(begun);
  useEffect(() => {
    const now = performance.now();
    if (size - said.current.size < 1000 || now - said.current.at < 5000) return;
    said.current = { size, at: now };
    announce(`${formatNumber(size)} loaded so far.`);
  }, [size]);
}
