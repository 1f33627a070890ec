import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useUnreachableSince } from '#web/api/health.ts';
import { clockTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './connection.module.css';

/** Shorter than what the repetition of a failed read takes: a single lost request is not worth a word. */
const ANNOUNCE_AFTER_MS = 1500;

/** In the bar, behind the host: that the service cannot be reached. Says nothing where there is nothing to say. */
export function ConnectionState() {
  const { online } = useNetwork();
  const since = useUnreachableSince();
  const unreachable = since === undefined ? undefined : `not reachable since ${clockTime(since)}`;
  const state = online ? unreachable : 'offline';
  const said = useRef<string>(undefined);

  useEffect(() => {
    if (state === said.current) return undefined;
    const timer = setTimeout(() => {
      said.current = state;
      // The notice about being offline is an alert itself.
      if (state !== 'offline') announce(`The service is ${state ?? 'reachable again'}.`);
    }, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (state === undefined) return null;
  return (
    <>
      <i aria-hidden className={styles.dot} />
      <span className={styles.colon}>: </span>
      <span>{state}</span>
    </>
  );
}
