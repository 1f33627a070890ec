import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, type ReactNode, type Ref } from 'react';
import { Details } from '#web/ui/feedback/details.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './notice.module.css';

type NoticeProps = {
  tone: 'danger' | 'warn' | 'neutral';
  title?: ReactNode;
  /** `alert` interrupts, `status` waits for a pause, `note` is read where it stands. */
  role?: 'alert' | 'status' | 'note';
  actions?: ReactNode;
  /** Codes and ids, line by line. */
  details?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
  children?: ReactNode;
};

const icons = { danger: CircleAlert, warn: TriangleAlert, neutral: Info };

export function Notice({
  tone,
  title,
  role = 'note',
  actions,
  details,
  ref,
  className = '',
  children,
}: NoticeProps) {
  const Icon = icons[tone];
  const id = useId();
  return (
    <div
      ref={ref}
      role={role}
      aria-labelledby={title ? id : undefined}
      tabIndex={ref ? -1 : undefined}
      data-tone={tone}
      className={`${styles.notice} ${className}`}
    >
      <Icon {...icon} />
      <div className={styles.content}>
        <div className={styles.text}>
          {title && <strong id={id}>{title}</strong>} {children}
          <Details text={details} />
        </div>
        {actions}
      </div>
    </div>
  );
}
