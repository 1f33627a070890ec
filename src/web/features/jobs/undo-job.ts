import type { NavigateFunction } from 'react-router-dom';
import type { Job } from '#bulk/job.ts';
import { planTarget, wantJobs } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { createStore } from '#web/lib/emitter.ts';
import { paths } from '#web/paths.ts';
import { notify } from '#web/ui/notify.ts';

type Reading = { read: number; all: number };

/** How far the way back of a job has been read. Without a value nothing is read, or what is read is dropped. */
export const reading = createStore<Reading | undefined>(undefined);

/** Opens the way back of a job as a plan: nothing is sent before somebody has read it. */
export async function openUndo(of: Pick<Job, 'id' | 'target'>, navigate: NavigateFunction) {
  wantJobs();
  reading.set({ read: 0, all: 0 });
  jobs.setPlan(undefined);
  planTarget.set(of.target);
  notify(undefined);
  await navigate(paths.plan);
  try {
    const plan = await jobs.undoPlan(of, (read, all) => {
      if (reading.get() === undefined) throw new Error('Stopped');
      reading.set({ read, all });
    });
    if (reading.get()) jobs.setPlan(plan);
  } catch {
    // Whoever has stopped it needs no word of it.
    if (reading.get()) notify({ text: 'The way back could not be read.', isFailure: true });
  } finally {
    reading.set(undefined);
  }
}
