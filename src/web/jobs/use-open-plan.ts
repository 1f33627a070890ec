import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { changesOf, isOver, type Plan } from '#bulk/job.ts';
import { accessRefusal, useAccessRefusal } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { count, formatNumber } from '#web/lib/format.ts';
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
    /** @param missing ids that were selected and are not loaded any more: the plan says so */
    open(plan: Plan, missing: readonly string[] = []) {
      const unknown = missing.map((id) => {
        const none = { id, label: id, before: null, after: null };
        return { ...none, kind: 'conflict' as const, note: 'Not loaded any more' };
      });
      jobs.setPlan({ ...plan, lines: [...plan.lines, ...unknown] });
      void navigate(paths.plan);
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
