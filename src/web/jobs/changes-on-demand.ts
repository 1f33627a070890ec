import type { Change, TargetKind } from '#bulk/job.ts';
import type { RecordedChange } from '#web/jobs/journal.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

// Records changes and asks for their Undo, without the code of either: that is loaded some time after the first rows.

/** The change that is being undone. */
export const undoRequest = createStore<RecordedChange | undefined>(undefined);
session.onEnd(() => undoRequest.set(undefined));

/** Undoes one change or a whole job: one at a time, however often it is pressed. */
export function beginUndo(change: RecordedChange): void {
  if (undoRequest.get() === undefined) undoRequest.set({ ...change });
}

export const requestUndo = (target: TargetKind, change: Change) =>
  beginUndo({ target, at: Date.now(), ...change });

const loadChanges = () => import('#web/jobs/changes.ts');
let changesCode: ReturnType<typeof loadChanges> | undefined;

/** Resolves once every change until now is in "Recent changes": also an import of code that is there takes a moment. */
export const changesRecorded = () => (changesCode ??= loadChanges());

/** Adds a change that the service has confirmed to "Recent changes". */
export function recordChange(target: TargetKind, change: Change): void {
  const at = Date.now();
  const ended = session.signal();
  void changesRecorded().then(
    ({ changes }) => ended.aborted || changes.record({ target, at, ...change }),
    // Vite has reported the part that did not load; the change itself is made.
    () => (changesCode = undefined),
  );
}
