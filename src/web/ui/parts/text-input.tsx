import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './text-input.module.css';

type FieldProps = {
  label?: string;
  description?: ReactNode;
  /** `true`: the words are elsewhere. */
  error?: ReactNode;
  /** An icon inside the input. */
  leftSection?: ReactNode;
  size?: 'xs';
  /** Of the input with all that is said about it. */
  className?: string | undefined;
  /** What stands beside the input. */
  children?: ReactNode;
};

export type TextInputProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>;

export function TextInput(props: TextInputProps) {
  const { input, around } = useField(props);
  return around(<input {...input} />);
}

export function Textarea(props: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  const { input, around } = useField(props);
  return around(<textarea {...input} />);
}

/** What is said about a field comes before it, where a screen reader and a narrow screen meet it first. */
function useField<
  Props extends FieldProps & Pick<ComponentProps<'input'>, 'id' | 'aria-describedby'>,
>({ label, description, error, leftSection, size, className = '', children, ...input }: Props) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const hasText = Boolean(error) && error !== true;
  const describedBy = [
    hasText && `${id}-error`,
    description && `${id}-description`,
    input['aria-describedby'],
  ];
  return {
    input: {
      ...input,
      id,
      className: styles.input,
      'data-size': size,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    },
    around: (element: ReactNode) => (
      <div className={`${styles.field} ${className}`}>
        {label && <label htmlFor={id}>{label}</label>}
        {description && (
          <p id={`${id}-description`} className={styles.description}>
            {description}
          </p>
        )}
        {hasText && (
          <div id={`${id}-error`} className={styles.error}>
            {error}
          </div>
        )}
        {leftSection}
        {element}
        {children}
      </div>
    ),
  };
}
