import { Button } from '@mantine/core';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { CopyIdsButton } from '#web/features/bot-users/selection/copy-ids-button.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import {
  idsOf,
  useHiddenSelected,
  useSelectedCount,
} from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './selection-bar.module.css';

type SelectionBarProps = {
  rows: Rows;
  /** What the list shows, in its order. */
  shown: readonly Slot[];
  isFiltered: boolean;
  /** The list shows the selected ones, whatever the filter says. */
  showsOnly: boolean;
  onShowOnly: (only: boolean) => void;
  onExport: () => void;
};

/** What can be done with the selected ones. It never says "all": more may not be loaded. */
export function SelectionBar({
  rows,
  shown,
  isFiltered,
  showsOnly,
  onShowOnly,
  onExport,
}: SelectionBarProps) {
  const selected = useSelectedCount();
  const { hidden, isHidden } = useHiddenSelected(rows, shown);
  return (
    <div role="group" aria-label="Bulk actions" className={`${layout.tools} ${styles.bar}`}>
      <strong className={layout.num} aria-live="polite">
        {formatNumber(selected)} selected
        {hidden > 0 && `, ${formatNumber(hidden)} not shown`}
      </strong>
      {(hidden > 0 || showsOnly) && (
        <Button
          size="xs"
          variant="default"
          aria-pressed={showsOnly}
          onClick={() => onShowOnly(!showsOnly)}
        >
          Show only selected
        </Button>
      )}
      {hidden > 0 && (
        <Button size="xs" variant="default" onClick={() => selection.drop(isHidden)}>
          Drop hidden
        </Button>
      )}
      <span className={layout.grow} />
      <Button size="xs" variant="subtle" onClick={onExport}>
        Export selected
      </Button>
      <CopyIdsButton />
      {!showsOnly && (
        <Button size="xs" variant="subtle" onClick={() => selection.set(idsOf(rows, shown), true)}>
          Select the {formatNumber(shown.length)} {isFiltered ? 'that match' : 'loaded'}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => selection.clear()}>
        Clear selection
      </Button>
    </div>
  );
}
