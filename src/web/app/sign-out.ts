import { isOver } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { session } from '#web/session/session.ts';

/** @param onAskFirst signing out would end a job */
export function signOut(onAskFirst: () => void) {
  const job = currentJob.get();
  if (job === undefined || isOver(job)) session.end('signed-out');
  else onAskFirst();
}
