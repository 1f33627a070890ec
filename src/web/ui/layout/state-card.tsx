import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './state-card.module.css';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { Button } from '#web/ui/parts/button.tsx';

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
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={`${styles.state} ${trouble ? styles.trouble : ''}`}
    >
      <Icon size={40} strokeWidth={0.9} aria-hidden />
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
      {actions && <div className={`${layout.row} ${styles.actions}`}>{actions}</div>}
    </div>
  );
}

type LoadFailedProps = {
  title: string;
  reason: string;
  details: string;
  onRetry: () => void;
};

export function LoadFailed({ title, reason, details, onRetry }: LoadFailedProps) {
  return (
    <StateCard
      icon={CircleAlert}
      trouble
      alert
      title={title}
      actions={
        <>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
          <CopyTextButton label="Copy details" text={details} />
        </>
      }
    >
      <p>{reason}</p>
    </StateCard>
  );
}
