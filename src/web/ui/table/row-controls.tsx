import type { ComponentProps } from 'react';
import styles from './row-controls.module.css';

// Controls of a single element each, drawn by style alone: a table has them in every row, and with a dozen elements
// each its rows could not keep up with the wheel.

/** A switch with the look of all others. */
export function RowSwitch(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  // A check box tells its state itself.
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
  return <input {...props} type="checkbox" role="switch" className={styles.switch} />;
}

/** A check box with the look of all others. */
export function RowCheckbox(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} type="checkbox" className={styles.checkbox} />;
}

/** A button that is its icon. */
export function RowButton({
  drawing,
  ...props
}: Omit<ComponentProps<'button'>, 'type'> & {
  drawing: 'copy' | 'more' | 'remove';
}) {
  return <button {...props} type="button" className={styles.button} data-drawing={drawing} />;
}
