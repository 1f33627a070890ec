import { useNavigate } from 'react-router-dom';
import { changesOf, isOver, type Plan } from '#bulk/job.ts';
import { accessRefusal, useAccessRefusal } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

/** Leads to the page of a plan. */
export function useOpenPlan() {
  const navigate = useNavigate();
  const job = currentJob.use();
  const refusal = useAccessRefusal();
  const isFree = !job || isOver(job);
  return {
    /** Why nothing can be planned now; one job runs at a time. */
    blocked: refusal ?? (isFree ? undefined : 'Another job is not over yet.'),
    open(plan: Plan) {
      openPlan.set(plan);
      // What was typed to make it is not dropped by this.
      void navigate(paths.plan, { state: { settled: true } });
    },
  };
}

/** Why this plan cannot be applied now, as a sentence; single lines may be refused all the same. */
export function planRefusal(plan: Pick<Plan, 'lines' | 'out'>): string | undefined {
  const most = runtimeConfig().write_rules?.changes_per_job ?? Infinity;
  const changes = changesOf(plan).length;
  if (changes <= most) return accessRefusal();
  return `A job may make at most ${count(most, 'change')} here. This plan has ${formatNumber(changes)}.`;
}
