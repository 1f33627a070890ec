import { useSyncExternalStore } from 'react';
import { JobLink } from '#web/features/jobs/card/job-link.tsx';
import { PastEndLink } from '#web/features/routes/past-end-link.tsx';
import { currentJob } from '#web/jobs/current-job.ts';

/** In the bar: what is under way, and what is past its time. */
export function BarLinks() {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  return (
    <>
      <PastEndLink />
      {job && <JobLink job={job} />}
    </>
  );
}
