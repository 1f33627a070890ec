import { Group } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Details } from '#web/ui/details.tsx';
import styles from './page.module.css';

type StateCardProps = {
  icon: LucideIcon;
  title: ReactNode;
  /** Something went wrong: the icon is red, and a screen reader is interrupted. */
  trouble?: boolean;
  details?: string | undefined;
  actions?: ReactNode;
  children?: ReactNode;
};

/** In place of rows or a form: nothing yet, nothing found, not allowed, not loaded. */
export function StateCard(props: StateCardProps) {
  const { icon: Icon, title, trouble = false, details, actions, children } = props;
  const id = useId();
  return (
    <div
      role={trouble ? 'alert' : undefined}
      aria-labelledby={trouble ? id : undefined}
      className={styles.state}
      data-trouble={trouble || undefined}
    >
      <Icon size={40} strokeWidth={0.9} aria-hidden />
      <h2 id={id}>{title}</h2>
      <div className={styles.text}>
        {children}
        <Details text={details} />
      </div>
      {actions && (
        <Group gap="xs" justify="center">
          {actions}
        </Group>
      )}
    </div>
  );
}
