import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
import type { JobTargets } from '#bulk/job.ts';
import { lastToUndo } from '#web/features/jobs/undo-of.ts';
import {
  areJobsWanted,
  beginUndo,
  currentJob,
  undoRequest,
  undosToEnd,
  wantJobs,
} from '#web/jobs/current-job.ts';
import { session } from '#web/session/session.ts';
import { undoShown } from '#web/ui/notifications.tsx';
import { notify, outcome } from '#web/ui/notify.ts';
import { OnDemand, onDemand } from '#web/ui/on-demand.tsx';
import { isCommand, isSomethingOpen, takesText } from '#web/ui/press.ts';

const UndoChange = onDemand(() => import('#web/features/jobs/undo-change.tsx'), 'UndoChange');
const JobBar = onDemand(() => import('#web/features/jobs/job-bar.tsx'), 'JobBar');

/** Tells jobs how bot users and routes are read and changed. */
type LoadTargets = () => Promise<JobTargets>;

/** By session: resolves when its jobs go on, and changes can be made. */
const connections = new WeakMap<AbortSignal, Promise<void>>();

function connect(loadTargets: LoadTargets): Promise<void> {
  const until = session.signal();
  const begin = async () => {
    const [{ jobs }, targets] = await Promise.all([import('#web/jobs/jobs.ts'), loadTargets()]);
    if (!until.aborted) await jobs.connect(targets, until);
  };
  const connection = connections.get(until) ?? begin();
  connections.set(until, connection);
  // A part that did not load is tried again by the next press.
  connection.catch(() => connections.delete(until));
  return connection;
}

/** Goes on with the jobs of this session, shows them and undoes changes. Its code is loaded when there is something to do. */
export function JobsOfSession({ loadTargets }: { loadTargets: LoadTargets }) {
  const request = useSyncExternalStore(undoRequest.subscribe, undoRequest.get);
  const isWanted = useSyncExternalStore(areJobsWanted.subscribe, areJobsWanted.get);
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);

  useWindowEvent('keydown', undoByKey);
  useEffect(() => {
    // Another tab tells of its job.
    const channel = new BroadcastChannel('gatehouse-jobs');
    channel.addEventListener('message', wantJobs);
    void wantIfOpen().catch(() => {});
    return () => channel.close();
  }, []);
  useEffect(() => {
    if (isWanted) void connect(loadTargets).catch(() => {});
  }, [isWanted, loadTargets]);

  return (
    <>
      <OnDemand>
        {request && <UndoChange request={request} connected={connect(loadTargets)} />}
      </OnDemand>
      <OnDemand>{job && <JobBar key={job.id} job={job} />}</OnDemand>
    </>
  );
}

async function wantIfOpen() {
  const { accountOf, journal } = await import('#web/jobs/journal.ts');
  if (await journal.isOpen(accountOf())) wantJobs();
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
  const { changes } = await import('#web/jobs/changes.ts');
  await undosToEnd();
  if (ended.aborted) return;
  const change = lastToUndo(changes.get(), performance.timeOrigin);
  if (change) beginUndo(change);
  else notify({ text: 'Nothing to undo.' });
}
