import type { ComponentProps } from 'react';
import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import styles from './checkbox.module.css';

export function Checkbox({
  label,
  ...box
}: { label: string } & ComponentProps<typeof RowCheckbox>) {
  return (
    <label className={styles.label}>
      <RowCheckbox {...box} />
      {label}
    </label>
  );
}
