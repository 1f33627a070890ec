import { useState } from 'react';
import { waitText } from '#web/api/failure-text.ts';
import { pauseText } from '#web/features/jobs/card/job-texts.ts';
import { isOver, type JobState } from '#web/jobs/job.ts';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import { Badge } from '#web/ui/parts/badge.tsx';

/** Beside what the job does: why it does nothing, or not here. */
export function JobTag({ job }: { job: JobState }) {
  const { waitingUntil, isHere } = job;
  if (isOver(job)) return null;
  const why = pauseText(job);
  if (why !== undefined) return <Badge color="warn">{why}</Badge>;
  if (waitingUntil !== undefined) return <Slowed key={waitingUntil} until={waitingUntil} />;
  return isHere ? null : <Badge color="neutral">Runs in another tab</Badge>;
}

/** @param until milliseconds since 1970 */
function Slowed({ until }: { until: number }) {
  const [end] = useState(() => performance.now() + until - Date.now());
  const left = useTimeLeft(end);
  if (left === 0) return null;
  return <Badge color="warn">Slowed by the service, next try in {waitText(left)}</Badge>;
}
