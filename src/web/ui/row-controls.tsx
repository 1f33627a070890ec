import type { ComponentProps } from 'react';
import styles from './row-controls.module.css';

// Plain elements with the theme's look: Mantine's take a good part of the time in which a hundred rows are drawn.

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { 'aria-label': string };

export const RowCheckbox = (props: InputProps) => (
  <input type="checkbox" {...props} className={styles.checkbox} />
);

type SelectAllProps = Omit<InputProps, 'checked' | 'onChange' | 'ref'> & {
  /** Of the rows that are shown. */
  total: number;
  selected: number;
  onChange: (isWanted: boolean) => void;
};

/** In the head of a table: selects what is shown, or takes all of it out of the selection. */
export function SelectAll({ total, selected, onChange, ...props }: SelectAllProps) {
  const isAll = total > 0 && selected === total;
  return (
    <RowCheckbox
      {...props}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !isAll;
      }}
      onChange={() => onChange(!isAll)}
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
