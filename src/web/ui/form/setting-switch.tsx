import { useId, type ReactNode } from 'react';
import { RowSwitch } from '#web/ui/table/row-controls.tsx';
import styles from './form.module.css';

type SettingSwitchProps = {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function SettingSwitch({ label, hint, checked, onChange }: SettingSwitchProps) {
  const id = useId();
  return (
    <div className={styles.setting}>
      <div>
        <label htmlFor={id}>
          <strong>{label}</strong>
        </label>
        <p id={`${id}-hint`} className={styles.settingHint}>
          {hint}
        </p>
      </div>
      <span className={styles.settingState}>
        <RowSwitch
          id={id}
          aria-label={label}
          aria-describedby={`${id}-hint`}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <b aria-hidden>{checked ? 'On' : 'Off'}</b>
      </span>
    </div>
  );
}
