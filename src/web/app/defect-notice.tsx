import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { clearDefects, defects } from '#web/app/defects.ts';
import { count } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Something went wrong behind the page, which is still there. */
export function DefectNotice() {
  const { reports, times } = useSyncExternalStore(defects.subscribe, defects.get);
  if (times === 0) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title="Something in the app went wrong."
      actions={
        <>
          <CopyButton label="Copy report" text={[...reports.values()].join('\n\n')} />
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
