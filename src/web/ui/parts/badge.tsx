import type { ReactNode } from 'react';
import styles from './badge.module.css';

type BadgeProps = {
  color: 'live' | 'neutral' | 'warn';
  leftSection?: ReactNode;
  children: ReactNode;
};

/** A state in a word or two; its colour says nothing that the words do not. */
export function Badge({ color, leftSection, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-color={color}>
      {leftSection}
      {children}
    </span>
  );
}
