import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './state-card.module.css';

type StateCardProps = {
  icon: LucideIcon;
  /** Red icon: something went wrong. */
  trouble?: boolean;
  title: ReactNode;
  /** Interrupts a screen reader. */
  alert?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

/** In place of rows or a form: nothing yet, nothing found, not allowed, not loaded. */
export function StateCard({
  icon: Icon,
  trouble,
  title,
  alert,
  actions,
  children,
}: StateCardProps) {
  const id = useId();
  return (
    <div
      role={alert ? 'alert' : undefined}
      aria-labelledby={alert ? id : undefined}
      className={`${styles.state} ${trouble ? styles.trouble : ''}`}
    >
      <Icon size={40} strokeWidth={0.9} aria-hidden />
      <h2 id={id}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {actions && <div className={`${layout.row} ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
