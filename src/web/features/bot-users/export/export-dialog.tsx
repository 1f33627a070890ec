import { useId, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { FORMATS, type ExportFormat } from '#web/features/bot-users/export/export-file.ts';
import type { ExportScope, Known } from '#web/features/bot-users/export/export-words.ts';
import { loadCost } from '#web/features/bot-users/data/load-cost.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Segmented } from '#web/ui/form/segmented.tsx';
import styles from './export-dialog.module.css';

export type ExportChoice = { scope: ExportScope | 'everything'; format: ExportFormat };

export type ExportSource = {
  /** What is loaded now, in the order of the service. */
  allRows: () => readonly BotUser[];
  /** In the order of the list; `undefined` when no filter is on. */
  matching: readonly BotUser[] | undefined;
  /** How many rows are loaded. */
  loaded: number;
  known: Known;
  /** Loads the rest, and says what is known after it, also when it was stopped or failed. */
  onLoadAll: () => Promise<Known>;
  /** Requests a minute that long work may send; `null`: no limit. */
  perMinute: number | null;
};

type ExportDialogProps = {
  source: ExportSource;
  /** What is chosen at first. */
  scope: ExportChoice['scope'];
  onExport: (choice: ExportChoice) => void;
  onClose: () => void;
};

const formats = Object.entries(FORMATS).map(([value, { text }]) => ({
  value: value as ExportFormat, // the keys of FORMATS
  text,
}));

/** What goes into the file, and in which form; what is not loaded has a price, which is said first. */
export function ExportDialog(props: ExportDialogProps) {
  const { onExport, onClose } = props;
  const { loaded, matching, known, perMinute } = props.source;
  const group = useId();
  const [wanted, setWanted] = useState(props.scope);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const selected = useSelectedCount();
  const isComplete = known.end === 'last';
  const options: Array<{ scope: ExportChoice['scope']; text: string; hint?: string }> = [
    {
      scope: 'loaded',
      text: `Loaded (${formatNumber(loaded)})`,
      hint: isComplete ? 'That is everything.' : 'The file says that it is a part.',
    },
  ];
  if (matching !== undefined)
    options.push({
      scope: 'matching',
      text: `Matching the filter (${formatNumber(matching.length)})`,
    });
  if (selected > 0)
    options.push({ scope: 'selected', text: `Selected (${formatNumber(selected)})` });
  if (!isComplete)
    options.push({
      scope: 'everything',
      text: 'Everything',
      hint: `Loads the rest first, ${loadCost(perMinute)}`,
    });
  // What was chosen may be gone by now: the last page has come, or the selection was cleared.
  const chosen = options.some(({ scope }) => scope === wanted) ? wanted : 'loaded';

  return (
    <FormDialog
      title="Export bot users"
      submitLabel="Export"
      onSubmit={() => {
        onClose();
        onExport({ scope: chosen, format });
      }}
      onClose={onClose}
    >
      <fieldset className={styles.scopes}>
        <legend>What</legend>
        {options.map(({ scope, text, hint }) => (
          <div key={scope} className={styles.scope}>
            <label>
              <input
                type="radio"
                name={group}
                data-autofocus={scope === chosen || undefined}
                aria-describedby={hint && `${group}-${scope}`}
                checked={scope === chosen}
                onChange={() => setWanted(scope)}
              />
              {text}
            </label>
            {hint && (
              <p id={`${group}-${scope}`} className={`${layout.muted} ${layout.small}`}>
                {hint}
              </p>
            )}
          </div>
        ))}
      </fieldset>
      <div className={styles.format}>
        <span aria-hidden>Format</span>
        <Segmented legend="Format" value={format} options={formats} onChange={setFormat} />
        {format === 'csv' && (
          <p className={`${layout.muted} ${layout.small}`}>
            A text that a spreadsheet would run as a formula gets an apostrophe in front.
          </p>
        )}
      </div>
    </FormDialog>
  );
}
