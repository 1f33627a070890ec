import { useDelayed } from '#web/ui/use-timers.ts';
import { Skeleton } from '#web/ui/parts/skeleton.tsx';
import styles from './list-loading.module.css';

/** Nothing for the first 300 ms, so that a quick response does not flicker. */
export function ListLoading() {
  const late = useDelayed(300);
  return (
    <div className={styles.loading}>
      <p>Loading bot users…</p>
      {late &&
        Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={styles.row} aria-hidden>
            <Skeleton width={`${60 - (row % 3) * 12}%`} />
            <Skeleton width="5rem" />
          </div>
        ))}
    </div>
  );
}
