import { useEffect, useRef, useSyncExternalStore } from 'react';
import { health } from '#web/api/health.ts';
import { useOnline } from '#web/lib/online.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './shell.module.css';

/** A read that failed is repeated within this time: a single lost request is not announced. */
const ANNOUNCE_AFTER_MS = 1500;

/** The service's host, and in words whether it can be reached, once a request has told. */
export function Connection({ host }: { host: string }) {
  const isOnline = useOnline();
  const known = useSyncExternalStore(health.subscribe, health.get);
  usePreferences(); // The time is shown in the chosen zone.
  const isLost = !isOnline || known?.isReached === false;
  const since = known?.isReached === false ? `not reachable since ${clockTime(known.since)}` : '';
  const state = isOnline ? since || (known && 'connected') : 'offline';
  useAnnouncement(state);
  return (
    <span className={styles.connection} data-lost={isLost || undefined}>
      {/* The end of a long host tells hosts apart, so it is cut at its start. */}
      <span className={styles.host} title={host}>
        <span dir="ltr">{host}</span>
      </span>
      {state && (
        <>
          <span className={styles.colon}>: </span>
          <span className={styles.health}>{state}</span>
        </>
      )}
    </span>
  );
}

function useAnnouncement(state: string | undefined) {
  const announced = useRef(state);
  useEffect(() => {
    if (state === announced.current) return undefined;
    const timer = setTimeout(() => {
      const isFirst = announced.current === undefined;
      announced.current = state;
      // The notice about being offline is an alert itself.
      if (state && !isFirst && state !== 'offline') announce(`The service is ${state}.`);
    }, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
}
