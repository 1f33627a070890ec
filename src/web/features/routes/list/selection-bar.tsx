import { useSyncExternalStore } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import styles from './board.module.css';

/** What can be done with the selected ones, while there are any. */
export function SelectionBar({ shown }: { shown: readonly KnownRoute[] }) {
  const { byKey } = useKnownRoutes();
  const keys = useSyncExternalStore(routeSelection.subscribe, routeSelection.ids);
  // Another tab may have taken some off the list.
  const selected = [...keys].filter((key) => byKey.has(key)).length;
  if (selected === 0) return null;
  const shownKeys = shown.map(routeKey);
  const hidden = selected - shownKeys.filter((key) => keys.has(key)).length;
  const isAll = hidden === 0 && selected === shown.length;
  return (
    <div role="group" aria-label="Bulk actions" className={`${layout.tools} ${styles.bar}`}>
      <strong className={layout.num} aria-live="polite">
        {formatNumber(selected)} selected
        {hidden > 0 && `, ${formatNumber(hidden)} not shown`}
      </strong>
      <LinkButton size="xs" variant="default" to={paths.applyToRoutes}>
        Apply to selected…
      </LinkButton>
      <span className={layout.grow} />
      {!isAll && shown.length > 0 && (
        <Button size="xs" variant="subtle" onClick={() => routeSelection.set(shownKeys, true)}>
          Select the {formatNumber(shown.length)} shown
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={routeSelection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
