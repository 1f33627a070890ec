import {
  tableSettings,
  useTableSettings,
  type Density,
  type HideableColumn,
} from '#web/features/bot-users/table/table-settings.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { PopoverPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import styles from './table-settings-panel.module.css';

const DENSITIES: Array<{ value: Density; text: string }> = [
  { value: 'normal', text: 'Normal' },
  { value: 'compact', text: 'Compact' },
];

const COLUMNS: Array<{ column: HideableColumn; text: string }> = [
  { column: 'id', text: 'Id' },
  { column: 'created', text: 'Created' },
];

/** How high the rows are and which columns there are, on this device. */
export function TableSettingsPanel(menu: MenuState) {
  const settings = useTableSettings();
  return (
    <PopoverPanel {...menu} className={styles.settings}>
      <div>
        <p aria-hidden className={styles.title}>
          Density
        </p>
        <Segmented
          legend="Density"
          value={settings.density}
          options={DENSITIES}
          onChange={(density) => tableSettings.change((before) => ({ ...before, density }))}
        />
      </div>
      <fieldset className={styles.columns}>
        <legend className={styles.title}>Columns</legend>
        {COLUMNS.map(({ column, text }) => (
          <Checkbox
            key={column}
            label={text}
            checked={settings[column]}
            onChange={({ currentTarget: { checked } }) =>
              tableSettings.change((before) => ({ ...before, [column]: checked }))
            }
          />
        ))}
        <p className={`${layout.muted} ${layout.small}`}>Name and Active are always shown.</p>
      </fieldset>
    </PopoverPanel>
  );
}
