import { stateText } from '#web/features/jobs/recent-changes/change-text.ts';
import type { RecordedChange, SingleChange } from '#web/jobs/changes.ts';
import type { Change, State } from '#web/jobs/job.ts';
import { differingFields, holds } from '#web/jobs/make-change.ts';

/** The way back from what the target is now. What was changed beside it stays. */
export function wayBack({ id, label, before, after }: Change, now: State | null): Change {
  if (before === null || after === null || now === null)
    return { id, label, before: now, after: before };
  const back = differingFields(before, after).map((name) => [name, before[name]]);
  return { id, label, before: now, after: { ...now, ...Object.fromEntries(back) } };
}

/**
 * Why a change cannot be undone; `undefined`: it can.
 *
 * @param now the target, as far as it is known
 */
export function whyNotUndone(change: SingleChange, now: State | null): string | undefined {
  const { target, before, after } = change;
  if (target === 'bot-user' && after === null) return 'A deletion cannot be undone.';
  if (holds(now, wayBack(change, now).after)) return 'Undone';
  // The editor of a route shows what it is now, before anything is sent.
  if (target === 'route' || after === null || before === null) return undefined;
  if (now === null) return 'Deleted since.';
  const others = differingFields(before, after).filter((name) => !holds(now, after, [name]));
  return others.length > 0 ? `Changed since: now ${stateText(now, others)}.` : undefined;
}

/** What a target is by what was changed here. */
export function stateAfter(change: SingleChange, changes: readonly RecordedChange[]): State | null {
  for (const other of changes) {
    if (other.jobId !== undefined) continue;
    if (other.target === change.target && other.id === change.id) return other.after;
  }
  return change.after;
}

/** Why it cannot be undone, by what was changed here. */
export const reasonIn = (changes: readonly RecordedChange[], change: RecordedChange) =>
  change.jobId === undefined ? whyNotUndone(change, stateAfter(change, changes)) : undefined;

/**
 * What Ctrl+Z undoes: the newest change that is neither undone nor made by an Undo.
 *
 * @param since milliseconds since 1970
 */
export const lastToUndo = (changes: readonly RecordedChange[], since: number) =>
  changes.find(
    (change) =>
      change.at >= since &&
      (change.jobId !== undefined || !(change.isUndo || reasonIn(changes, change) === 'Undone')),
  );
