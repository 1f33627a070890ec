import type { NavigateFunction } from 'react-router-dom';
import type { Job } from '#bulk/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { createStore } from '#web/lib/emitter.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { notify } from '#web/ui/notify.ts';

type Reading = { read: number; all: number };

/** How far the way back of a job has been read. Whatever else is read then, or nothing: the reading before has stopped. */
export const reading = createStore<Reading | undefined>(undefined);
session.onEnd(() => reading.set(undefined));

/** Opens the way back of a job as a plan: nothing is sent before somebody has read it. */
export async function openUndo(of: Pick<Job, 'id' | 'target'>, navigate: NavigateFunction) {
  let shown = { read: 0, all: 0 };
  reading.set(shown);
  const isStopped = () => reading.get() !== shown;
  notify(undefined);
  await navigate(paths.plan);
  try {
    const plan = await jobs.undoPlan(of, (read, all) => {
      if (isStopped()) throw new Error('Stopped');
      reading.set((shown = { read, all }));
    });
    // Whoever keeps editing where they are has not left for it: the plan that is open stays.
    if (isStopped() || location.pathname !== paths.plan) return;
    jobs.setPlan(plan);
    announce(`Plan: ${plan.heading}`);
  } catch {
    // Whoever has stopped it needs no word of it.
    if (!isStopped()) notify({ text: 'The way back could not be read.', isFailure: true });
  } finally {
    if (!isStopped()) reading.set(undefined);
  }
}
