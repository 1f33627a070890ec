import { useSyncExternalStore } from 'react';
import { health } from '#web/api/health.ts';
import { useOnline } from '#web/lib/online.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import styles from './shell.module.css';

/** The service's host, and in words whether it can be reached, once a request has told. */
export function Connection({ host }: { host: string }) {
  const isOnline = useOnline();
  const known = useSyncExternalStore(health.subscribe, health.get);
  usePreferences(); // The time is shown in the chosen zone.
  const since = known?.isReached === false && `not reachable since ${clockTime(known.since)}`;
  const lost = isOnline ? since : 'offline';
  return (
    <span className={styles.connection} data-lost={lost ? true : undefined}>
      {/* The end of a long host tells hosts apart, so it is cut at its start. */}
      <span className={styles.host} title={host}>
        <span dir="ltr">{host}</span>
      </span>
      <span className={styles.health}>
        {(lost || known) && <span className={styles.colon}>: </span>}
        <span role="status">{lost}</span>
        {!lost && known && 'connected'}
      </span>
    </span>
  );
}
