import { Alert, Button, Group } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode, Ref } from 'react';
import { Details } from '#web/ui/details.tsx';
import { icon } from '#web/ui/icon.ts';

type NoticeProps = {
  tone: 'danger' | 'warn' | 'neutral';
  title?: ReactNode;
  /** `alert` interrupts, `status` waits for a pause, `note` is read where it stands. */
  role?: 'alert' | 'status' | 'note';
  actions?: ReactNode;
  /** Tries again what has failed. */
  onRetry?: (() => unknown) | undefined;
  /** Codes and ids, line by line. */
  details?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
};

const looks = {
  danger: { icon: CircleAlert, color: 'danger' },
  warn: { icon: TriangleAlert, color: 'warn' },
  neutral: { icon: Info, color: 'action' },
};

/** Mantine's alert with a role that fits, a line for actions, and details that nobody has to read. */
export function Notice(props: NoticeProps) {
  const { tone, title, role = 'note', actions, onRetry, details, ref, children } = props;
  const { icon: Icon, color } = looks[tone];
  return (
    <Alert
      ref={ref}
      role={role}
      tabIndex={ref ? -1 : undefined}
      color={color}
      title={title}
      icon={<Icon {...icon} />}
    >
      {children}
      <Details text={details} />
      {(actions || onRetry) && (
        <Group gap="xs" mt="xs">
          {onRetry && (
            <Button variant="default" onClick={() => onRetry()}>
              Try again
            </Button>
          )}
          {actions}
        </Group>
      )}
    </Alert>
  );
}
