import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ErrorBoundary } from '#web/app/crash-page.tsx';
import { clearDefects, defects } from '#web/app/defects.ts';
import { count } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Something went wrong behind the page, which is still there. An error of the notice must not replace the page. */
export const DefectNotice = () => (
  <ErrorBoundary render={() => null}>
    <Defects />
  </ErrorBoundary>
);

function Defects() {
  const seen = [...useSyncExternalStore(defects.subscribe, defects.get).values()];
  if (seen.length === 0) return null;
  const times = seen.reduce((sum, defect) => sum + defect.times, 0);
  const report = seen.map((each) => `${each.report}\n\ntimes: ${each.times}`).join('\n\n');
  return (
    <Notice
      tone="danger"
      role="alert"
      title="Something in the app went wrong."
      actions={
        <>
          <CopyButton label="Copy report" text={report} />
          <Button variant="default" onClick={clearDefects}>
            Dismiss
          </Button>
        </>
      }
    >
      What is on the page is still there. Check whether what you did last has worked.
      {/* Announced the first time only. */}
      <span aria-live="off">{times > 1 && ` It went wrong ${count(times, 'time')}.`}</span>
    </Notice>
  );
}
