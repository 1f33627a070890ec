import { Switch, TextInput, type SwitchProps, type TextInputProps } from '@mantine/core';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type Bound<Values extends FieldValues, Transformed> = {
  name: FieldPath<Values>;
  control: Control<Values, unknown, Transformed>;
};

export function TextField<Values extends FieldValues, Transformed>({
  name,
  control,
  ...input
}: Bound<Values, Transformed> & Omit<TextInputProps, 'name'>) {
  const { field, fieldState } = useController({ name, control });
  const message = fieldState.error?.message;
  return (
    <TextInput
      {...input}
      {...field}
      error={message && <UntrustedText text={message} />}
      errorProps={{ role: 'alert' }}
    />
  );
}

export function SwitchField<Values extends FieldValues, Transformed>({
  name,
  control,
  ...input
}: Bound<Values, Transformed> & Omit<SwitchProps, 'name' | 'defaultValue'>) {
  const { field, fieldState } = useController({ name, control });
  const { value, ...rest } = field;
  return (
    <Switch
      // Mantine's label has the description in it, which would be part of the name.
      aria-label={typeof input.label === 'string' ? input.label : undefined}
      {...input}
      {...rest}
      checked={value === true}
      error={fieldState.error?.message}
    />
  );
}
