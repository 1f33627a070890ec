import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect } from 'react';
import type { JobTargets } from '#bulk/job.ts';
import { queryClient } from '#web/api/query-client.ts';
import { lastToUndo } from '#web/features/jobs/undo.ts';
import { beginUndo, undoRequest } from '#web/jobs/changes-on-demand.ts';
import { changes } from '#web/jobs/changes.ts';
import { currentJob } from '#web/jobs/current-job.ts';
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
  const request = undoRequest.use();
  const job = currentJob.use();

  useWindowEvent('keydown', undoByKey);
  // Before an Undo that has been asked for already, and once: this may go and come back with a notification.
  useLayoutEffect(() => connect(targets), [targets]);
  useWindowEvent('pageshow', () => connect(targets));
  const isRunHere = job?.status === 'running' && job.isHere && job.isKept;
  useWindowEvent('pagehide', () => isRunHere && left.abort());

  return (
    <>
      {request && <UndoChange request={request} />}
      {job && <JobBar key={job.id} job={job} />}
    </>
  );
}

/** A page that was left waits for Back in the browser's cache, and would keep the job from the other tabs. */
let left = new AbortController();

function connect(targets: JobTargets) {
  if (jobs.isConnected()) return;
  left = new AbortController();
  void jobs.connect(targets, AbortSignal.any([session.signal(), left.signal]));
}

/** Ctrl+Z, or Cmd, undoes the last change of this visit while nothing is being typed. */
function undoByKey(event: KeyboardEvent) {
  if (!isCommand(event, 'Z') || event.defaultPrevented) return;
  if (takesText(event.target) || isSomethingOpen()) return;
  event.preventDefault();
  if (event.repeat) return;
  // The last change is still under way: what was changed before it is not meant.
  if (queryClient.isMutating({ predicate: ({ options }) => options.scope !== undefined })) return;
  const last = outcome.get();
  if (last?.undo && !last.isOfUndo) return undoShown(last);
  const change = lastToUndo(changes.get(), performance.timeOrigin);
  if (change) beginUndo(change);
  else notify({ text: 'Nothing to undo.' });
}
