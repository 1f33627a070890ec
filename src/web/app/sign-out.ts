import { isOver } from '#bulk/job.ts';
import { overlay } from '#web/app/overlays.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { session } from '#web/session/session.ts';

/** Asks first where it would end a job. */
export function signOut() {
  const job = currentJob.get();
  if (job === undefined || isOver(job)) session.end('signed-out');
  else overlay.set('signOut');
}
