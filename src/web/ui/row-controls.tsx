import { useMemo, useSyncExternalStore, type ComponentProps } from 'react';
import type { createSelection } from '#web/lib/selection.ts';
import styles from './row-controls.module.css';

// Plain elements with the theme's look: Mantine's take a good part of the time in which a hundred rows are drawn.

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { 'aria-label': string };

export const RowCheckbox = (props: InputProps) => (
  <input type="checkbox" {...props} className={styles.checkbox} />
);

type SelectAllProps = Omit<InputProps, 'checked' | 'onChange' | 'ref'> & {
  selection: ReturnType<typeof createSelection>;
  /** Of the rows that are shown. The same array as long as none of them has changed. */
  ids: readonly string[];
};

/** In the head of a table: selects what is shown, or takes all of it out of the selection. */
export function SelectAll({ selection, ids, ...props }: SelectAllProps) {
  const all = useSyncExternalStore(selection.subscribe, selection.ids);
  const selected = useMemo(
    () => (all.size === 0 ? 0 : ids.filter((id) => all.has(id)).length),
    [ids, all],
  );
  const isAll = ids.length > 0 && selected === ids.length;
  return (
    <RowCheckbox
      {...props}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !isAll;
      }}
      onChange={() => selection[isAll ? 'remove' : 'add'](ids)}
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
