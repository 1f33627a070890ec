import { Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useUnreachableSince } from '#web/api/requests.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import styles from './shell.module.css';

/** The service's host, and in words that it cannot be reached. */
export function Connection({ host }: { host: string }) {
  const isOnline = useNetwork().online;
  const since = useUnreachableSince();
  usePreferences(); // The time is shown in the chosen zone.
  const unreachable = since !== undefined && `not reachable since ${clockTime(since)}`;
  const lost = isOnline ? unreachable : 'offline';
  return (
    <Text
      component="div"
      size="xs"
      className={styles.connection}
      miw={0}
      data-lost={lost ? true : undefined}
    >
      <div className={styles.host} title={host}>
        <span dir="ltr">{host}</span>
      </div>
      <Text component="div" role="status" size="xs" c="var(--app-instance-red)" fw={600}>
        {lost}
      </Text>
    </Text>
  );
}
