import type { ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';
import { TextInput, type TextInputProps } from '#web/ui/parts/text-input.tsx';

export function TextField<Values extends FieldValues, Transformed>({
  name,
  control,
  ...input
}: { name: FieldPath<Values>; control: Control<Values, unknown, Transformed> } & Omit<
  TextInputProps,
  'name'
>) {
  const { field, fieldState } = useController({ name, control });
  return (
    <TextInput
      {...input}
      {...field}
      id={fieldId(name)}
      error={fieldState.error?.message && <FieldError text={fieldState.error.message} />}
    />
  );
}

/** For links to a field's input. */
export const fieldId = (name: string) => `field-${name}`;

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
