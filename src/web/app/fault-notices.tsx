import { useState } from 'react';
import { waitText } from '#web/api/failure-text.ts';
import { defects, type Defect } from '#web/app/defects.ts';
import { count } from '#web/lib/format.ts';
import { clockTime } from '#web/lib/time.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import { Button } from '#web/ui/parts/button.tsx';

export function DefectNotice({ seen }: { seen: readonly Defect[] }) {
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
      {/* Announced the first time only. */}
      <span aria-live="off">{times > 1 && ` It went wrong ${count(times, 'time')}.`}</span>
    </Notice>
  );
}

export function CountdownNotice({ until }: { until: number }) {
  const left = useTimeLeft(until);
  const [untilClock] = useState(() => clockTime(Date.now() + until - performance.now()));
  return (
    <Notice tone="warn" role="status" title="The service asks to wait.">
      {/* A countdown to see; announced once, with the time at which it is over. */}
      <span aria-hidden>Nothing is sent for another {waitText(left)}.</span>
      <span className="visually-hidden">Nothing is sent until {untilClock}.</span>
    </Notice>
  );
}
