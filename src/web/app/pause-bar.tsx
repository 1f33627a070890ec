import { VisuallyHidden } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { waitText } from '#web/api/failure-table.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { clockTime } from '#web/lib/time.ts';
import { useTimeLeft } from '#web/ui/feedback/use-timers.ts';

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
      {/* Counted for the eyes; said once, with the time at which it is over. */}
      <span aria-hidden>Nothing is sent for another {waitText(left)}.</span>
      <VisuallyHidden component="span">Nothing is sent until {untilClock}.</VisuallyHidden>
    </Notice>
  );
}
