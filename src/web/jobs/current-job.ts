import type { JobState, JobTargets, Plan } from '#bulk/job.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

// What every page shows of jobs, without their code: that is loaded some time after the first rows.

/** The job of this session, or the last one. */
export const currentJob = createStore<JobState | undefined>(undefined);

/** The plan that is open for reading. */
export const openPlan = createStore<Plan | undefined>(undefined);
session.onEnd(() => openPlan.set(undefined));

export function editPlan(fields: Partial<Plan>) {
  const plan = openPlan.get();
  if (plan) openPlan.set({ ...plan, ...fields });
}

/** How each kind of target is read and changed, once the code that does it has come. */
export const jobTargets = createStore<JobTargets | undefined>(undefined);
