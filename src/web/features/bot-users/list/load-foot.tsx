import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Waiting } from '#client/retry.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { waitText } from '#web/api/failure-table.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import type { WorkState } from '#web/features/bot-users/data/work.ts';
import type { Loading } from '#web/features/bot-users/list/use-loading.ts';
import { formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useTimeLeft } from '#web/ui/feedback/use-timers.ts';
import { useShortcuts, useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './load-foot.module.css';

type LoadFootProps = { list: BotUserListState; loading: Loading };

export function LoadFoot({ list: { loaded, hasMore, isFetchingMore }, loading }: LoadFootProps) {
  const { loadAll, checkAll } = useBotUsersContext();
  const allState = useWork(loadAll);
  const checkState = useWork(checkAll);
  const singleKeys = useSingleKeys();
  const wasPressed = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const isLoadingAll = allState.status === 'running';
  const isBusy = isLoadingAll || checkState.status === 'running';
  const isMore = hasMore && !isLoadingAll;
  useShortcuts([
    { key: 'L', does: 'Load more', run: () => hasMore && void loading.loadMore(true) },
  ]);

  // The pressed button is gone: Cancel stands in its place.
  useEffect(() => {
    if (wasPressed.current && isBusy) cancel.current?.focus();
    wasPressed.current = false;
  }, [isBusy]);

  if (!isBusy && !isMore) return null;
  return (
    <div className={layout.foot}>
      {isBusy ? (
        <>
          {isLoadingAll ? (
            <LoadProgress size={loaded} state={allState} />
          ) : (
            <CheckProgress size={loaded} state={checkState} />
          )}
          <Button
            ref={cancel}
            variant="default"
            size="xs"
            // The second click of a double one was meant for the button that stood here before.
            onClick={({ detail }) => {
              if (detail >= 2) return;
              loadAll.stop();
              checkAll.stop();
            }}
          >
            {isLoadingAll ? 'Cancel loading' : 'Cancel checking'}
          </Button>
        </>
      ) : (
        <span className={`${layout.muted} ${layout.num} ${layout.grow}`}>
          {formatNumber(loaded)} loaded
        </span>
      )}
      {isMore && (
        <BusyButton
          variant="default"
          size="xs"
          busy={isFetchingMore}
          aria-keyshortcuts={singleKeys ? 'L' : undefined}
          // A press with the keyboard has no click count.
          onClick={({ detail }) => void loading.loadMore(detail === 0)}
        >
          Load more
        </BusyButton>
      )}
      {isMore && !isBusy && (
        <Button
          variant="default"
          size="xs"
          onClick={({ detail }) => {
            wasPressed.current = detail === 0;
            void loading.loadAll(detail === 0);
          }}
        >
          Load all
        </Button>
      )}
    </div>
  );
}

/** `size`: rows that are loaded. */
type ProgressProps = { size: number; state: WorkState };

function LoadProgress({ size, state }: ProgressProps) {
  useProgressAnnouncements(size);
  return (
    <Progress label="Loading bot users" state={state}>
      Loading, {formatNumber(size)} so far
    </Progress>
  );
}

function CheckProgress({ size, state }: ProgressProps) {
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

function Progress({ label, state: { read, elapsed, waiting }, percent, children }: BarProps) {
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
  const announce = useAnnounce();
  const [begun] = useState(() => ({ size, at: performance.now() }));
  const said = useRef(begun);
  useEffect(() => {
    const now = performance.now();
    if (size - said.current.size < 1000 || now - said.current.at < 5000) return;
    said.current = { size, at: now };
    announce(`${formatNumber(size)} loaded so far.`);
  }, [size, announce]);
}
