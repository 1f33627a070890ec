import { Alert, Box, Button, Group } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode, Ref } from 'react';
import { CopyButton } from '#web/ui/copy.tsx';
import { icon } from '#web/ui/icon.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type NoticeProps = {
  id?: string;
  tone: 'danger' | 'warn' | 'neutral';
  title?: ReactNode;
  /** `alert` (of danger) interrupts, `status` waits for a pause, `note` (else) is read where it stands. */
  role?: 'alert' | 'status' | 'note';
  /** For an attempt that failed. It comes before the other actions. */
  onRetry?: (() => unknown) | undefined;
  actions?: ReactNode;
  /** Codes and ids, line by line. */
  details?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
};

const looks = {
  danger: { icon: <CircleAlert {...icon} />, color: 'danger', role: 'alert' },
  warn: { icon: <TriangleAlert {...icon} />, color: 'warn', role: 'note' },
  neutral: {
    icon: <Info {...icon} />,
    color: 'action',
    role: 'note',
    bd: '1px solid var(--app-border)', // its background is nearly that of the page
  },
};

/** Mantine's alert with a role that fits, a line for actions, and details that nobody has to read. */
export const Notice = ({ tone, onRetry, actions, details, children, ...alert }: NoticeProps) => (
  <Alert tabIndex={alert.ref ? -1 : undefined} {...looks[tone]} {...alert}>
    {children}
    <Details text={details} />
    {(onRetry || actions) && (
      <Group gap="xs" mt="xs">
        {onRetry && <Button onClick={() => onRetry()}>Try again</Button>}
        {actions}
      </Group>
    )}
  </Alert>
);

/** Codes, request ids and the service's own words, line by line: closed, for no sentence needs them. */
export function Details({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <details>
      <summary>Details</summary>
      {text.split('\n').map((line, index) => (
        <p key={index} className="dim">
          <UntrustedText text={line} />
        </p>
      ))}
      <Box mt="xs">
        <CopyButton label="Copy details" text={text} />
      </Box>
    </details>
  );
}
