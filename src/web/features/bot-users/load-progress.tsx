import '#web/styles/more.css';
import { Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Waiting } from '#client/retry.ts';
import { waitText } from '#web/api/failure-text.ts';
import { formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import styles from './bot-users-page.module.css';

/** Of Load all. Nobody knows how many there are, so the bar has no value. */
export function LoadProgress({
  loaded,
  waiting,
}: {
  loaded: number;
  waiting: Waiting | undefined;
}) {
  useProgressAnnouncements(loaded);
  return (
    <div className={styles.progress}>
      <p className="dim numbers">
        Loading, {formatNumber(loaded)} so far
        {waiting && <Wait waiting={waiting} />}
      </p>
      <Progress.Root role="progressbar" aria-label="Loading bot users" size="xs">
        <Progress.Section value={100} animated withAria={false} />
      </Progress.Root>
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
function useProgressAnnouncements(loaded: number) {
  const [start] = useState(() => ({ loaded, at: performance.now() }));
  const said = useRef(start);
  useEffect(() => {
    const at = performance.now();
    if (loaded - said.current.loaded < 1000 || at - said.current.at < 5000) return;
    said.current = { loaded, at };
    announce(`${formatNumber(loaded)} loaded so far.`);
  }, [loaded]);
}
