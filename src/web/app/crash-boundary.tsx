import type { ReactNode } from 'react';
import { CrashPage } from '#web/app/crash-page.tsx';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';

type CrashBoundaryProps = {
  /** Leads to a page that may work, without a reload: the key in memory lives on. */
  leave?: () => Promise<void>;
  children: ReactNode;
};

/** Around everything: whatever breaks, the page does not go blank. */
export function CrashBoundary({ leave, children }: CrashBoundaryProps) {
  return (
    <ErrorBoundary
      renderError={(error, reset) => (
        <CrashPage error={error} onLeave={leave && (() => void leave().finally(reset))} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
