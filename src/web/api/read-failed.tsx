import { useNetwork } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { Notice } from '#web/ui/notice.tsx';

type ReadFailedProps = {
  title: string;
  error: Error | null;
  onRetry?: (() => unknown) | undefined;
  /** What there is to see, or to do, all the same. */
  children?: ReactNode;
};

/** Says what could not be read, and why. */
export function ReadFailed({ title, error, onRetry, children }: ReadFailedProps) {
  // "You are offline" is said in another tense afterwards.
  useNetwork();
  if (!error) return null;
  return (
    <Notice tone="danger" title={title} details={detailsOf(error)} onRetry={onRetry}>
      {reasonOf(error, 'read')} {children}
    </Notice>
  );
}
