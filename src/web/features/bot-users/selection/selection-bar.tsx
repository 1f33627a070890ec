import type { BotUser } from '#contract/bot-user.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedIds } from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './selection-bar.module.css';

type SelectionBarProps = {
  /** What the list shows. */
  rows: readonly BotUser[];
  isFiltered: boolean;
  /** The list shows the selected ones, whatever the filter says. */
  showsOnly: boolean;
  onShowOnly: (only: boolean) => void;
  onExport: () => void;
};

/** What can be done with the selected ones. It never says "all": more may not be loaded. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, isFiltered, showsOnly, onShowOnly, onExport } = props;
  const selected = useSelectedIds();
  const hidden = selected.size - rows.filter(({ id }) => selected.has(id)).length;
  const shownIds = () => rows.map(({ id }) => id);

  function dropHidden() {
    const shown = new Set(shownIds());
    selection.set(
      [...selected].filter((id) => !shown.has(id)),
      false,
    );
  }

  return (
    <div role="group" aria-label="Bulk actions" className={`${layout.tools} ${styles.bar}`}>
      <strong className={layout.num} aria-live="polite">
        {formatNumber(selected.size)} selected
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
        <Button size="xs" variant="default" onClick={dropHidden}>
          Drop hidden
        </Button>
      )}
      <span className={layout.grow} />
      <Button size="xs" variant="subtle" onClick={onExport}>
        Export selected
      </Button>
      {/* Of 100,000 ids the text has megabytes; it takes a few milliseconds. */}
      <CopyTextButton quiet label="Copy ids" text={[...selected].join('\n')} />
      {!showsOnly && (
        <Button size="xs" variant="subtle" onClick={() => selection.set(shownIds(), true)}>
          Select the {formatNumber(rows.length)} {isFiltered ? 'that match' : 'loaded'}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
