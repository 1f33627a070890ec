import { isOver } from '#bulk/job.ts';
import { overlay } from '#web/app/overlays.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { hasUnsaved } from '#web/lib/unsaved.ts';
import { session } from '#web/session/session.ts';

/** Asks first where it would end a job, or drop what was typed. */
export function signOut() {
  const job = currentJob.get();
  if (job && !isOver(job)) overlay.set('signOutWithJob');
  else if (hasUnsaved()) overlay.set('signOutUnsaved');
  else session.end('signed-out');
}
