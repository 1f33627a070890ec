import type { NavigateFunction } from 'react-router-dom';
import type { JobItem, JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { undoable } from '#web/jobs/to-plan.ts';
import { paths } from '#web/paths.ts';

/** How many changes of a job have a way back. */
export const undoableOf = ({ target }: Pick<JobState, 'target'>, items: readonly JobItem[]) =>
  undoable(items, jobs.targetOf(target) ?? {}).length;

/** Opens the way back as a plan: nothing is sent before somebody has read it. */
export async function openUndo(jobId: string, navigate: NavigateFunction) {
  jobs.setPlan(await jobs.undoPlan(jobId));
  await navigate(paths.plan);
}
