import { lazy, useSyncExternalStore } from 'react';
import { currentJob } from '#web/jobs/current-job.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';

const JobBar = lazy(async () => ({
  default: (await import('#web/features/jobs/job-bar.tsx')).JobBar,
}));

/** The job, on every page: its code comes with the first one. */
export function JobStatus() {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  return <OnDemand>{job && <JobBar key={job.id} job={job} />}</OnDemand>;
}
