import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { FORMATS, isPartial, type ExportFormat } from '#web/features/bot-users/export-file.ts';
import {
  exportRows,
  loadedRows,
  type ExportWhat,
  type ShownRows,
} from '#web/features/bot-users/export-rows.ts';
import { useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { count } from '#web/lib/format.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import styles from './bulk.module.css';

type ExportMenuProps = {
  /** The pressed button. */
  button: HTMLElement;
  /** What is chosen at first. */
  what: ExportWhat;
  shown: ShownRows;
  onClose: () => void;
};

const FORMAT_NAMES = Object.keys(FORMATS) as ExportFormat[]; // of a record with just these keys

/** What goes into the file, and in which format. Mount it to open it. */
export function ExportMenu({ button, what: first, shown, onClose }: ExportMenuProps) {
  const [what, setWhat] = useState(first);
  const selected = useSelectedIds().size;
  const [{ rows, ...rest }] = useState(loadedRows);
  const partial = isPartial({ ...rest, scope: shown.scope }) && ' The file is marked as partial.';
  const options = [
    {
      what: 'shown',
      label: 'Shown',
      hint: `${count(shown.rows.length, 'bot user')}.${partial || ''}`,
    },
    ...(selected > 0
      ? ([
          { what: 'selected', label: 'Selected', hint: `${count(selected, 'bot user')}.` },
        ] as const)
      : []),
    {
      what: 'everything',
      label: 'Everything',
      hint:
        rest.end === 'last'
          ? `${count(rows.length, 'bot user')}, all loaded.`
          : `Loads the rest first, ${PAGE_LIMIT_MAX} at a time. Total unknown.`,
    },
  ] as const;

  return (
    <AnchoredMenu button={button} onClose={onClose}>
      <div role="group" aria-label="What">
        <Menu.RadioGroup
          value={what}
          onChange={(value) => setWhat(options.find((each) => each.what === value)?.what ?? what)}
        >
          {options.map((option) => (
            <Menu.RadioItem
              key={option.what}
              value={option.what}
              closeMenuOnClick={false}
              aria-label={option.label}
              aria-description={option.hint}
            >
              {option.label}
              <small className={styles.hint}>{option.hint}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      <Menu.Divider />
      {FORMAT_NAMES.map((format) => (
        <Menu.Item
          key={format}
          aria-label={FORMATS[format].text}
          aria-description={format === 'csv' ? CSV_HINT : undefined}
          onClick={() => void exportRows(what, format, shown)}
        >
          {FORMATS[format].text}
          {format === 'csv' && <small className={styles.hint}>{CSV_HINT}</small>}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}

const CSV_HINT = 'Cells that look like formulas get a leading apostrophe.';
