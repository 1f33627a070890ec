import { useMemo, useSyncExternalStore, type ComponentProps } from 'react';
import type { createSelection } from '#web/lib/selection.ts';
import styles from './row-controls.module.css';

// Plain elements with the theme's look: Mantine's take a good part of the time in which a hundred rows are drawn.

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { 'aria-label': string };

export const RowCheckbox = (props: InputProps) => (
  <input type="checkbox" {...props} className={styles.checkbox} />
);

type SelectAllProps<Row> = Omit<InputProps, 'checked' | 'onChange' | 'ref'> & {
  selection: ReturnType<typeof createSelection>;
  /** Those that are shown. The same array as long as none of them has changed. */
  rows: readonly Row[];
  /** The id by which a row is selected. It stays the same function. */
  keyOf: (row: Row) => string;
};

/** In the head of a table: selects what is shown, or takes all of it out of the selection. */
export function SelectAll<Row>({ selection, rows, keyOf, ...props }: SelectAllProps<Row>) {
  const all = useSyncExternalStore(selection.subscribe, selection.ids);
  const selected = useMemo(
    () => (all.size === 0 ? 0 : rows.filter((row) => all.has(keyOf(row))).length),
    [rows, keyOf, all],
  );
  const isAll = rows.length > 0 && selected === rows.length;
  return (
    <RowCheckbox
      {...props}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !isAll;
      }}
      onChange={() => selection[isAll ? 'remove' : 'add'](rows.map(keyOf))}
    />
  );
}

export const RowSwitch = (props: InputProps) => (
  // A checkbox of the browser has its state without `aria-checked`.
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
  <input type="checkbox" role="switch" {...props} className={styles.switch} />
);

/** For an icon of Lucide. */
export const RowButton = (props: ComponentProps<'button'> & { 'aria-label': string }) => (
  <button type="button" {...props} className={styles.button} />
);
