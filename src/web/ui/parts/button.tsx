import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';

type Look = {
  /** Left out: filled, for the one press that a form or dialog is about. */
  variant?: 'default' | 'subtle';
  danger?: boolean | undefined;
  size?: 'xs' | 'compact-xs' | undefined;
  leftSection?: ReactNode;
};

export type ButtonProps = Look & ComponentProps<'button'>;

export function Button({ children, ...props }: ButtonProps) {
  const { leftSection, ...button } = withLook(props);
  return (
    <button type="button" {...button}>
      {leftSection}
      {children}
    </button>
  );
}

/** Leads to another page, and looks like a button. */
export function LinkButton({ children, ...props }: Look & ComponentProps<typeof Link>) {
  const { leftSection, ...link } = withLook(props);
  return (
    <Link {...link}>
      {leftSection}
      {children}
    </Link>
  );
}

/** A button that is its icon. */
export function IconButton({ className = '', ...button }: ComponentProps<'button'>) {
  return <button type="button" {...button} className={`${styles.icon} ${className}`} />;
}

function withLook<Props extends Look & { className?: string | undefined }>({
  variant,
  danger,
  size,
  className = '',
  ...props
}: Props) {
  return {
    ...props,
    className: `${styles.button} ${className}`,
    'data-variant': variant,
    'data-danger': danger || undefined,
    'data-size': size,
  };
}
