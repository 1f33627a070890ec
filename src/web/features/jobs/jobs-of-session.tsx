import { useWindowEvent } from '@mantine/hooks';
import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import type { JobTargets } from '#bulk/job.ts';
import { lastToUndo } from '#web/features/jobs/undo.ts';
import { changes } from '#web/jobs/changes.ts';
import { beginUndo, currentJob, undoRequest, undosToEnd } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import { undoShown } from '#web/ui/notifications.tsx';
import { notify, outcome } from '#web/ui/notify.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { isCommand, isSomethingOpen, takesText } from '#web/ui/press.ts';

const UndoChange = onDemand(() => import('#web/features/jobs/undo-change.tsx'), 'UndoChange');
const JobBar = onDemand(() => import('#web/features/jobs/job-bar.tsx'), 'JobBar');

/** Goes on with the jobs of this session, shows them and undoes changes. */
export function JobsOfSession({ targets }: { targets: JobTargets }) {
  const request = useSyncExternalStore(undoRequest.subscribe, undoRequest.get);
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);

  useWindowEvent('keydown', undoByKey);
  // Before an Undo that has been asked for already, and once: this may go and come back with a notification.
  useLayoutEffect(() => {
    if (!jobs.isConnected()) void jobs.connect(targets, session.signal());
  }, [targets]);

  return (
    <>
      <Suspense>{request && <UndoChange request={request} />}</Suspense>
      <Suspense>{job && <JobBar key={job.id} job={job} />}</Suspense>
    </>
  );
}

/** Ctrl+Z, or Cmd, undoes the last change of this visit while nothing is being typed. */
function undoByKey(event: KeyboardEvent) {
  if (!isCommand(event, 'Z') || event.defaultPrevented) return;
  if (takesText(event.target) || isSomethingOpen()) return;
  event.preventDefault();
  if (event.repeat) return;
  const last = outcome.get();
  if (last?.undo && !last.isOfUndo) undoShown(last);
  else lastPress = lastPress.then(undoLast).catch(() => {});
}

/** One press after the other. */
let lastPress = Promise.resolve();

async function undoLast() {
  const ended = session.signal();
  await undosToEnd();
  if (ended.aborted) return;
  const change = lastToUndo(changes.get(), performance.timeOrigin);
  if (change) beginUndo(change);
  else notify({ text: 'Nothing to undo.' });
}
