import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { waitText } from '#web/api/failure-table.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { ErrorBoundary } from '#web/app/crash-page.tsx';
import { defects } from '#web/app/defects.ts';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';
import { count } from '#web/lib/format.ts';
import { clockTime } from '#web/lib/time.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useTimeLeft } from '#web/ui/feedback/use-timers.ts';
import { Button } from '#web/ui/parts/button.tsx';

/** What concerns every page. */
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

/** Something went wrong behind the page, which is still there. An error of the bar itself must not replace the page. */
export const DefectBar = () => (
  <ErrorBoundary renderError={() => null}>
    <Defects />
  </ErrorBoundary>
);

function Defects() {
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
      {/* Announced the first time only. */}
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

/** As long as nothing is sent because the service has asked to wait. */
export function PauseBar() {
  const until = useSyncExternalStore(rateLimiter.subscribe, rateLimiter.until);
  return until === undefined ? null : <Countdown key={until} until={until} />;
}

function Countdown({ until }: { until: number }) {
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
