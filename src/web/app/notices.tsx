import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ErrorBoundary } from '#web/app/crash-page.tsx';
import { defects } from '#web/app/defects.ts';
import { PauseBar } from '#web/app/pause-bar.tsx';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';
import { count } from '#web/lib/format.ts';
import { clockTime } from '#web/lib/time.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What concerns every page, above each of them. */
export function Notices() {
  const { online } = useNetwork();
  return (
    <>
      <DefectBar />
      {!online && <OfflineBar />}
      <PauseBar />
      <SessionGuard />
    </>
  );
}

/** Says once that something has gone wrong behind the page, which is still there; its own mistakes take only itself. */
export const DefectBar = () => (
  <ErrorBoundary renderError={() => null}>
    <Bar />
  </ErrorBoundary>
);

function Bar() {
  const seen = [...useSyncExternalStore(defects.subscribe, defects.get).values()];
  if (seen.length === 0) return null;
  const times = seen.reduce((sum, defect) => sum + defect.times, 0);
  return (
    <Notice
      tone="danger"
      role="alert"
      title="Something in the app went wrong."
      actions={
        <>
          <CopyTextButton
            quiet
            label="Copy report"
            text={seen.map((defect) => `${defect.report}\n\ntimes: ${defect.times}`).join('\n\n')}
          />
          <Button size="xs" variant="default" onClick={defects.clear}>
            Dismiss
          </Button>
        </>
      }
    >
      What is on the page is still there. Check whether what you did last has worked.
      {/* Heard the first time only. */}
      <span aria-live="off">{times > 1 && ` It went wrong ${count(times, 'time')}.`}</span>
    </Notice>
  );
}

function OfflineBar() {
  const queries = useQueryClient().getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt));
  return (
    <Notice tone="warn" role="alert" title="You are offline.">
      {readAt > 0 && `What you see was read at ${clockTime(readAt)}. `}
      Changes can be sent again when you are back.
    </Notice>
  );
}
