import type { ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';

/** Binds a switch to a boolean of a form. */
export function SwitchField<Values extends FieldValues, Transformed>({
  name,
  control,
  label,
  hint,
}: {
  name: FieldPath<Values>;
  control: Control<Values, unknown, Transformed>;
  label: string;
  hint: ReactNode;
}) {
  const { field } = useController({ name, control });
  return (
    <SettingSwitch
      label={label}
      hint={hint}
      checked={Boolean(field.value)}
      onChange={field.onChange}
    />
  );
}
