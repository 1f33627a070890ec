import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccessRefusal } from '#web/api/access.ts';
import { currentJob } from '#web/jobs/job-parts.ts';
import { isOver, type Plan } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';

/** Leads to the page of a plan. */
export function useOpenPlan() {
  const navigate = useNavigate();
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const refusal = useAccessRefusal();
  const isFree = !job || isOver(job);
  return {
    /** Why nothing can be planned now; one job runs at a time. */
    blocked: refusal ?? (isFree ? undefined : 'Another job is not over yet.'),
    /** @param missing ids of what was selected and is not known any more: the plan says so */
    open(plan: Plan, missing: readonly string[] = []) {
      const unknown = missing.map((id) => ({
        id,
        label: id,
        before: null,
        after: null,
        kind: 'conflict' as const,
        note: 'Not loaded any more',
      }));
      jobs.setPlan({ ...plan, lines: [...plan.lines, ...unknown] });
      void navigate(paths.plan);
    },
  };
}
