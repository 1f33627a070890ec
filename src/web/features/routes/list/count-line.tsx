import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { countExposures } from '#web/features/routes/list/board.ts';
import type { useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { useAnnouncement } from '#web/ui/feedback/use-announcement.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './board.module.css';

export const KEPT_HERE = 'The API cannot list routes, so this list is kept here.';

type CountLineProps = {
  routes: readonly KnownRoute[];
  shown: readonly KnownRoute[];
  checks: ReturnType<typeof useCheckAll>;
};

/** How many routes there are, are shown and are checked; under the heading, so that no row moves. */
export function CountLine({ routes, shown, checks }: CountLineProps) {
  const { busy, progress, result } = checks;
  const all = routes.length;
  const isFiltered = shown.length < all;
  const { unchecked } = countExposures(routes);
  const notChecked = unchecked > 0 && !busy ? notCheckedText(unchecked) : '';
  const many = isFiltered
    ? `${formatNumber(shown.length)} of ${count(all, 'route')}`
    : count(all, 'route');
  const counted = isFiltered ? `${many} shown.` : `${many}.`;
  const spoken = `Shown: ${many}.`;
  useAnnouncement(spoken, spoken);
  return (
    <p className={`${layout.muted} ${layout.num} ${styles.count}`}>
      {(isFiltered || unchecked < all || notChecked === '') && counted}{' '}
      {notChecked && <span className={styles.more}>{notChecked} </span>}
      {progress && <span className={styles.more}>{progress} </span>}
      {/* There all the time, so that what comes into it is read out. */}
      <span role="status" className={result.isComplete ? 'visually-hidden' : styles.more}>
        {!busy && result.text}
      </span>{' '}
      {!isFiltered && <span className={styles.why}>{KEPT_HERE}</span>}
    </p>
  );
}

export const notCheckedText = (unchecked: number) =>
  `${count(unchecked, 'route')} ${unchecked === 1 ? 'has' : 'have'} not been checked.`;
