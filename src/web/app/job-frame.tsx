import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { currentJob } from '#web/jobs/job-parts.ts';
import { createStore } from '#web/lib/emitter.ts';
import { formatNumber } from '#web/lib/format.ts';
import { idleMoment, LazyChunk } from '#web/lib/lazy-chunk.ts';
import { late } from '#web/ui/feedback/late.tsx';
import { PageExtras } from '#web/ui/layout/page.tsx';

const jobParts = new LazyChunk(() => import('#web/app/late-jobs.ts'));
/** Their code is tried again when the browser is online. */
const nothing = () => null;
const LateSigns = late(jobParts, (parts) => parts.LateSigns, nothing);
const JobCard = late(jobParts, (parts) => parts.JobCard, nothing);
const ConnectionState = late(jobParts, (parts) => parts.ConnectionState, nothing);
const BarLinks = late(jobParts, (parts) => parts.BarLinks, nothing);

/** Nothing here is fetched before them. */
const rowsAreThere = createStore(false);
const useRowsAreThere = () => useSyncExternalStore(rowsAreThere.subscribe, rowsAreThere.get);

/** In the bar, behind the host. */
export function BarHealth() {
  return useRowsAreThere() && <ConnectionState />;
}

/** In the bar. */
export function BarJob() {
  return useRowsAreThere() && <BarLinks />;
}

/** Around each page: its title tells how far the job is, and on its list stands the card. */
export function JobFrame({ children }: { children: ReactNode }) {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const areRowsThere = useRowsAreThere();
  useEffect(() => {
    void idleMoment().then(() => rowsAreThere.set(true));
    return () => rowsAreThere.set(false);
  }, []);

  return (
    <PageExtras value={{ title: titleOf(job), below: job && <JobCard /> }}>
      {children}
      {areRowsThere && <LateSigns />}
    </PageExtras>
  );
}

function titleOf(job: ReturnType<typeof currentJob.get>) {
  if (job?.status !== 'running') return undefined;
  const { counts, total } = job;
  return `${formatNumber(total - counts.wanted - counts.sent)} of ${formatNumber(total)}`;
}
