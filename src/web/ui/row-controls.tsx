import { useMemo, useSyncExternalStore, type ComponentProps, type KeyboardEvent } from 'react';
import type { createSelection } from '#web/lib/selection.ts';
import { coveredTop } from '#web/ui/focus.ts';
import type { Shortcut } from '#web/ui/use-shortcuts.ts';
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
  const isAll = selected === rows.length;
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

/** A button that shows an icon and nothing else. */
export const RowButton = (props: ComponentProps<'button'> & { 'aria-label': string }) => (
  <button type="button" {...props} className={styles.button} />
);

const CONTROLS = 'a[href], button, input';

/** Describes a table to those who cannot see that its rows have more controls than Tab leads to. */
export const ROW_KEYS_HINT = 'In a row, the left and right arrow keys lead to its other controls.';

/**
 * Left and right go from control to control inside a row; for the table. One control of each row is a Tab stop, the
 * others have `tabIndex={-1}`: a hundred rows would otherwise be five hundred stops.
 */
export function moveInRow(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget, defaultPrevented } = event;
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  // What opens over the table is its child for React alone.
  if (by === 0 || defaultPrevented || !(target instanceof HTMLElement)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const row = currentTarget.contains(target) ? target.closest('tr') : null;
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter((control) =>
    control.checkVisibility(),
  );
  const next = controls[controls.indexOf(target) + by];
  if (!controls.includes(target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The place of the row in which something has the focus, as its `data-index` says; -1: there is none. */
export function focusedRow(): number {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
  return Number(row?.dataset['index'] ?? -1);
}

/** The first row that can be seen, at the very end of a low screen the last one. */
function firstSeenRow(): number {
  const covered = coveredTop();
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
  const first = rows.find((row) => row.getBoundingClientRect().top >= covered) ?? rows.at(-1);
  return Number(first?.dataset['index'] ?? -1);
}

type RowKeys = {
  /** Called with a place that may be beyond the ends. */
  onMove: (to: number) => void;
  onSelect: (at: number, isRange: boolean) => void;
};

/** The single keys that every table has whose rows can be selected. */
export function rowKeys({ onMove, onSelect }: RowKeys): Shortcut[] {
  const move = (by: 1 | -1) => () => {
    const at = focusedRow();
    onMove(at === -1 ? firstSeenRow() : at + by);
  };
  const select = (isRange: boolean) => () => onSelect(focusedRow(), isRange);
  return [
    { key: 'J', does: 'Next row', run: move(1), repeats: true },
    { key: 'K', does: 'Previous row', run: move(-1), repeats: true },
    { key: 'X', does: 'Select row', run: select(false) },
    { key: 'Shift+X', does: 'Select rows up to here', run: select(true) },
  ];
}
