import type { NavigateFunction } from 'react-router-dom';
import type { JobItem } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';

/** How many changes of a job have a way back: what was deleted has none. */
export const undoable = (items: readonly JobItem[]) =>
  items.filter(({ status, after }) => status === 'confirmed' && after !== null).length;

/** Opens the way back as a plan: nothing is sent before somebody has read it. */
export async function openUndo(jobId: string, navigate: NavigateFunction) {
  jobs.setPlan(await jobs.undoPlan(jobId));
  await navigate(paths.plan);
}
