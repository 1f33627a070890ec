import { useId, useState } from 'react';
import { loadCost } from '#web/features/bot-users/data/load-cost.ts';
import { FORMATS, type ExportFormat } from '#web/features/bot-users/export/export-file.ts';
import type { ExportChoice } from '#web/features/bot-users/export/export-rows.tsx';
import { restOf } from '#web/features/bot-users/export/export-words.ts';
import type { Exports } from '#web/features/bot-users/export/use-export.tsx';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import {
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuPanel,
  MenuRadioGroup,
  MenuRadioItem,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';
import styles from './export-panel.module.css';

type ExportPanelProps = MenuState & { exports: Exports; what: ExportChoice['what'] };

const FORMAT_KEYS = Object.keys(FORMATS) as ExportFormat[];

/** What goes into the file, and in which form; what is not loaded has a price, which is said first. */
export function ExportPanel({ exports, what: first, ...menu }: ExportPanelProps) {
  const { shown, known, perMinute, allRows } = exports.source;
  const group = useId();
  const [wanted, setWanted] = useState(first);
  const selected = useSelectedCount();
  const isPartial = shown.scope === 'loaded' && restOf(known) !== '';
  const options: Array<{ what: ExportChoice['what']; text: string; hint: string; off?: boolean }> =
    [
      {
        what: 'shown',
        text: 'Shown',
        hint: `${formatNumber(shown.rows.length)}.${isPartial ? ' The file is marked as partial.' : ''}`,
      },
      {
        what: 'selected',
        text: 'Selected',
        hint: selected > 0 ? `${formatNumber(selected)}.` : 'Nothing is selected.',
        off: selected === 0,
      },
      {
        what: 'everything',
        text: 'Everything',
        hint:
          known.end === 'last'
            ? `${formatNumber(allRows().length)}, all loaded.`
            : `Loads the rest first, ${loadCost(perMinute)}`,
      },
    ];
  const what = wanted === 'selected' && selected === 0 ? 'shown' : wanted;
  return (
    <MenuPanel {...menu} className={styles.menu}>
      <div role="group" aria-label="What">
        <MenuLabel aria-hidden>What</MenuLabel>
        <MenuRadioGroup value={what} onChange={(value) => setWanted(value as ExportChoice['what'])}>
          {options.map((option) => (
            <MenuRadioItem
              key={option.what}
              value={option.what}
              closeMenuOnClick={false}
              aria-label={option.text}
              aria-describedby={`${group}-${option.what}`}
              aria-disabled={option.off}
              {...(option.off && { onChange: () => {} })}
            >
              {option.text}
              <small id={`${group}-${option.what}`}>{option.hint}</small>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </div>
      <MenuDivider />
      {FORMAT_KEYS.map((format) => (
        <MenuItem
          key={format}
          aria-label={FORMATS[format].text}
          aria-describedby={format === 'csv' ? `${group}-csv` : undefined}
          onClick={() => exports.start({ what, format })}
        >
          {FORMATS[format].text}
          {format === 'csv' && (
            <small id={`${group}-csv`}>
              Cells that look like formulas get a leading apostrophe.
            </small>
          )}
        </MenuItem>
      ))}
    </MenuPanel>
  );
}
