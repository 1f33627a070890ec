import { useEffect, useRef, useSyncExternalStore } from 'react';
import { health } from '#web/api/health.ts';
import { useOnline } from '#web/lib/online.ts';
import { clockTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './connection.module.css';

/** Shorter than what the repetition of a failed read takes: a single lost request is not worth a word. */
const ANNOUNCE_AFTER_MS = 1500;

/** In the bar, behind the host: whether it can be reached. */
export function ConnectionState() {
  const state = useConnectionState();
  const said = useRef(state);

  useEffect(() => {
    if (state === said.current) return undefined;
    const isFirst = said.current === 'connecting';
    const timer = setTimeout(() => {
      said.current = state;
      // The notice about being offline is an alert itself.
      if (!isFirst && state !== 'offline') announce(`The service is ${state}.`);
    }, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      <i aria-hidden className={styles.dot} data-lives={state === 'connected' || undefined} />
      <span className={styles.colon}>: </span>
      <span>{state}</span>
    </>
  );
}

function useConnectionState(): string {
  const isOnline = useOnline();
  const known = useSyncExternalStore(health.subscribe, health.get);
  if (!isOnline) return 'offline';
  if (known === undefined) return 'connecting';
  return known.isReached ? 'connected' : `not reachable since ${clockTime(known.since)}`;
}
