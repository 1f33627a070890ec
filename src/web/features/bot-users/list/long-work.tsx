import type { Waiting } from '#client/retry.ts';
import { useEffect, useRef, useState } from 'react';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { waitText } from '#web/api/failure-table.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork } from '#web/features/bot-users/data/use-bot-users.ts';
import type { WorkState } from '#web/features/bot-users/data/work.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { aboutTime } from '#web/lib/time.ts';
import { useTimeLeft } from '#web/ui/feedback/use-timers.ts';
import styles from './long-work.module.css';

/** `size`: rows that are loaded. */
type LongWorkProps = { size: number; task: 'all' | 'check' };

/** How far loading or checking everything has come: rows, pace, and the time where it can be known. */
export function LongWork({ size, task }: LongWorkProps) {
  const { loadAll, checkAll, limiter } = useBotUsersContext();
  const state = useWork(task === 'all' ? loadAll : checkAll);
  const { read, waiting } = state;
  useProgressAnnouncements(size, task === 'all');
  // How many there are is not known before the last page.
  const percent = task === 'check' ? (100 * read) / Math.max(size, read, 1) : undefined;
  return (
    <div className={styles.work}>
      <p className={`${layout.muted} ${layout.num}`}>
        {task === 'all' ? (
          <>Loading, {formatNumber(size)} so far</>
        ) : (
          <>
            Checking, {formatNumber(Math.min(read, size))} of {formatNumber(size)} read
            {read > 0 && `, ${aboutTime(timeLeft(state, size, limiter.msFor))} left`}
          </>
        )}
        {paceText(state)}
        {waiting && <Wait waiting={waiting} />}
      </p>
      <div
        role="progressbar"
        aria-label={task === 'all' ? 'Loading bot users' : 'Checking bot users'}
        aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
        className={styles.bar}
        data-task={task}
      >
        <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Milliseconds; by the pace so far, and not before the service takes the requests. */
function timeLeft(
  { read, elapsed }: WorkState,
  size: number,
  msFor: (requests: number) => number,
): number {
  const rows = Math.max(0, size - read);
  const byPace = read === 0 ? 0 : (elapsed / read) * rows;
  return Math.max(byPace, msFor(Math.ceil(rows / PAGE_LIMIT_MAX)));
}

/** Nothing before there is a pace to speak of. */
function paceText({ read, elapsed }: WorkState): string {
  if (elapsed < 1000 || read === 0) return '';
  return `, ${formatNumber(Math.round((read / elapsed) * 60_000))} a minute`;
}

function Wait({ waiting }: { waiting: Waiting }) {
  if (waiting.for === 'connection') return <>. You are offline: it goes on by itself.</>;
  return <Countdown waiting={waiting} />;
}

function Countdown({ waiting }: { waiting: Waiting }) {
  const left = useTimeLeft(waiting.until);
  const why = waiting.for === 'limit' ? 'Slowed by the service' : 'Interrupted';
  return (
    <>
      . {why}, next try in {waitText(left)}
    </>
  );
}

/** Each thousand, but no more often than every 5 s. */
function useProgressAnnouncements(size: number, isLoading: boolean) {
  const announce = useAnnounce();
  const [begun] = useState(() => ({ size, at: performance.now() }));
  const said = useRef(begun);
  useEffect(() => {
    const now = performance.now();
    if (!isLoading || size - said.current.size < 1000 || now - said.current.at < 5000) return;
    said.current = { size, at: now };
    announce(`${formatNumber(size)} loaded so far.`);
  }, [size, isLoading, announce]);
}
