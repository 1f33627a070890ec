import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { routeSelection, useSelectedKeys } from '#web/features/routes/selection.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './board.module.css';

/** What can be done with the selected routes: all of it goes through the roll-out, which stops for a person to look. */
export function SelectionBar({ shown }: { shown: readonly KnownRoute[] }) {
  const { byKey } = useKnownRoutes();
  const keys = useSelectedKeys();
  // Another tab may have taken some off the list.
  const selected = [...keys].filter((key) => byKey.has(key)).length;
  const hidden = selected - shown.filter((route) => keys.has(routeKey(route))).length;

  function clear() {
    routeSelection.clear();
    announce('Selection cleared');
  }
  return (
    <div role="group" aria-label="Bulk actions" className={styles.bar}>
      <strong className="numbers">
        {formatNumber(selected)} selected{hidden > 0 && `, ${formatNumber(hidden)} not shown`}
      </strong>
      <Button component={Link} to={paths.applyToRoutes} variant="default">
        <span>
          Apply<span className={styles.words}> to selected…</span>
        </span>
      </Button>
      {selected - hidden < shown.length && (
        <Button
          variant="subtle"
          className={styles.wide}
          onClick={() => routeSelection.set(shown.map(routeKey), true)}
        >
          Select the {formatNumber(shown.length)} shown
        </Button>
      )}
      <Button variant="subtle" onClick={clear}>
        <span>
          Clear<span className={styles.words}> selection</span>
        </span>
      </Button>
    </div>
  );
}
