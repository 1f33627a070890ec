import { useEffect } from 'react';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import type { Checks } from '#web/features/routes/use-checks.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './board.module.css';

type CountLineProps = {
  routes: readonly KnownRoute[];
  shown: readonly KnownRoute[];
  checks: Checks;
};

/** How many routes there are, are shown and are checked; under the heading, so that no row moves. */
export function CountLine({ routes, shown, checks }: CountLineProps) {
  const { isBusy, progress, end } = checks;
  const isFiltered = shown.length < routes.length;
  const unread = routes.filter(({ last_check }) => !last_check).length;
  const all = count(routes.length, 'route');
  const text = isFiltered ? `${formatNumber(shown.length)} of ${all} shown.` : `${all}.`;
  useEffect(() => announce(isFiltered ? `Shown: ${text}` : ''), [text, isFiltered]);
  return (
    <p className={`dim numbers ${styles.count}`}>
      {text}{' '}
      {unread > 0 && !isBusy && (
        <>
          {count(unread, 'route')} {unread === 1 ? 'has' : 'have'} not been checked.{' '}
        </>
      )}
      {progress && <span>{progress}</span>}
      {/* There all the time, so that what comes into it is read out. */}
      <span role="status" className={end.isComplete ? 'visually-hidden' : undefined}>
        {!isBusy && end.text}
      </span>
      {!isFiltered && (
        <span className={styles.wide}> The API cannot list routes, so this list is kept here.</span>
      )}
    </p>
  );
}
