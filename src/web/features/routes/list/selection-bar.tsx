import ListChecks from 'lucide-react/icons/list-checks';
import X from 'lucide-react/icons/x';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/announcer.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import styles from '#web/ui/table/selection-bar.module.css';
import { icon } from '#web/ui/icon.ts';

type SelectionBarProps = {
  /** How many are selected. */
  text: string;
  isAll: boolean;
  /** What the table shows. */
  shown: readonly KnownRoute[];
};

/** What can be done with the selected routes. */
export function SelectionBar({ text, isAll, shown }: SelectionBarProps) {
  function clear() {
    routeSelection.clear();
    announce('Selection cleared');
  }

  return (
    <div role="group" aria-label="Bulk actions" className={styles.bar}>
      <strong className={layout.num}>{text}</strong>
      <LinkButton size="xs" variant="default" to={paths.applyToRoutes}>
        Apply to selected…
      </LinkButton>
      <span className={layout.grow} />
      {!isAll && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<ListChecks {...icon} />}
          onClick={() => routeSelection.set(shown.map(routeKey), true)}
        >
          <span className={styles.words}>Select the {formatNumber(shown.length)} shown</span>
        </Button>
      )}
      <Button size="xs" variant="subtle" leftSection={<X {...icon} />} onClick={clear}>
        <span className={styles.words}>Clear selection</span>
      </Button>
    </div>
  );
}
