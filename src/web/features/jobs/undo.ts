import type { NavigateFunction } from 'react-router-dom';
import type { Change, JobItem, JobTarget, State, TargetKind } from '#bulk/job.ts';
import { differingFields, endOfError, holds, makeChange, wayBack } from '#bulk/make-change.ts';
import type { CallOptions } from '#client/api-client.ts';
import { isOutcomeUnknown } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { stateText } from '#web/features/jobs/change-text.tsx';
import { changes } from '#web/jobs/changes.ts';
import type { UndoneJob } from '#web/jobs/jobs.ts';
import type { RecordedChange, SingleChange } from '#web/jobs/journal.ts';
import { IS_DELETED, NOTHING_DONE } from '#web/jobs/plan.ts';
import { paths } from '#web/paths.ts';
import { notify } from '#web/ui/notify.ts';

/**
 * Why a change cannot be undone; `undefined`: it can.
 *
 * @param now the target, as far as it is known
 */
export function whyNotUndone(change: SingleChange, now: State | null): string | undefined {
  const { target, before, after } = change;
  if (target === 'bot-user' && after === null) return IS_DELETED;
  if (holds(now, wayBack(change, now).after)) return 'Undone';
  // The editor of a route shows what it is now, before anything is sent.
  if (target === 'route' || after === null || before === null) return undefined;
  if (now === null) return 'Deleted since.';
  const others = differingFields(before, after).filter((name) => !holds(now, after, [name]));
  return others.length > 0 ? `Changed since: now ${stateText(now, others)}.` : undefined;
}

/** The way back of a change from what its target is by what was changed here. */
export function backOf(change: SingleChange, recorded: readonly RecordedChange[]) {
  const last = recorded.find(
    (other): other is SingleChange => other.jobId === undefined && other.id === change.id,
  );
  return wayBack(change, (last ?? change).after);
}

/** Why it cannot be undone, by what was changed here. */
export function reasonIn(recorded: readonly RecordedChange[], change: RecordedChange) {
  if (change.jobId === undefined) return whyNotUndone(change, backOf(change, recorded).before);
  return change.isUndone ? 'Undone' : change.noUndo;
}

/**
 * What Ctrl+Z undoes: the newest change that is neither undone nor made by an Undo.
 *
 * @param since milliseconds since 1970
 */
export const lastToUndo = (recorded: readonly RecordedChange[], since: number) =>
  recorded.find(
    (change) =>
      change.at >= since &&
      !(change.jobId === undefined && change.isUndo) &&
      !['Undone', NOTHING_DONE].includes(reasonIn(recorded, change) ?? ''),
  );

/** Opens the way back of a job as a plan, which its page reads: nothing is sent before somebody has read that. */
export function openUndo({ id, target }: UndoneJob, navigate: NavigateFunction) {
  notify(undefined);
  const undo: UndoneJob = { id, target };
  void navigate(paths.plan, { state: { undo } });
}

/** Makes one change at once, after a read, and adds it to "Recent changes". Its problem is in the item. */
export async function runOne(
  kind: TargetKind,
  target: JobTarget,
  change: Change,
  options: CallOptions,
): Promise<JobItem> {
  const item: JobItem = { ...change, at: 0, status: 'wanted' };
  let isSent = false;
  const onSend = async () => void (isSent = true);
  try {
    const end = await makeChange(item, { ...target, readsFirst: () => true }, 0, options, onSend);
    const made = { ...item, ...end };
    if (isSent && made.status === 'confirmed')
      changes.record({ ...change, id: made.id, target: kind, at: Date.now() });
    return made;
  } catch (error) {
    const isUnknown = isSent && isOutcomeUnknown(error);
    return { ...item, ...endOfError(error, item, target, isUnknown, reasonOf) };
  }
}
