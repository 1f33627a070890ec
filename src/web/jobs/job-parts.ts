import { createStore } from '#web/lib/emitter.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import type { RecordedChange } from '#web/jobs/changes.ts';
import type { Change, JobState, TargetKind } from '#web/jobs/job.ts';
import { session } from '#web/session/session.ts';

/** Everything about jobs, plans and changes; nothing of it is needed before the first rows. */
const jobParts = new LazyChunk(() => import('#web/jobs/late-jobs.ts'));

/** The job that is shown, as `jobs` knows it: a page can show it without its code. */
export const currentJob = createStore<JobState | undefined>(undefined);

/** The change that is being undone. */
export const undoRequest = createStore<RecordedChange | undefined>(undefined);

session.onEnd(() => undoRequest.set(undefined));

/** The one Undo, of receipts, the list of changes and the keyboard: one at a time, however often it is pressed. */
export function beginUndo(change: RecordedChange): void {
  if (undoRequest.get() === undefined) undoRequest.set({ ...change });
}

export const requestUndo = (target: TargetKind, change: Change) =>
  beginUndo({ target, at: Date.now(), ...change });

/** Remembers a change that the service has confirmed, for "Recent changes". */
export function recordChange(target: TargetKind, change: Change): void {
  const at = Date.now();
  const ended = session.signal();
  void jobParts.fetch().then(
    ({ changes }) => ended.aborted || changes.record({ target, at, ...change }),
    // Without its code there is no list to stand in.
    () => {},
  );
}
