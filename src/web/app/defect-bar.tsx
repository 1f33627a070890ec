import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { defects } from '#web/app/defects.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { count } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says once that something has gone wrong behind the page, which is still there; its own mistakes take only itself. */
export const DefectBar = () => (
  <ErrorBoundary renderError={() => null}>
    <Bar />
  </ErrorBoundary>
);

function Bar() {
  const seen = useSyncExternalStore(defects.subscribe, defects.seen);
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
