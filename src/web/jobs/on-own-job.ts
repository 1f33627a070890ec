import { isOver, type TargetKind } from '#bulk/job.ts';
import { currentJob } from '#web/jobs/current-job.ts';

/** A job that this tab has started takes the place of the selection it was made of. */
export function onOwnJob(target: TargetKind, clearSelection: () => void) {
  let last = currentJob.get()?.id;
  currentJob.subscribe(() => {
    const job = currentJob.get();
    if (!job?.isHere || isOver(job) || job.id === last) return;
    last = job.id;
    if (job.target === target) clearSelection();
  });
}
