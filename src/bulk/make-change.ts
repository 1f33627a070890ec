import type { Change, ItemStatus, JobItem, JobTarget, State } from '#bulk/job.ts';
import type { CallOptions } from '#client/api-client.ts';
import { failureOf, hasStatus, isNotThere, refusalCause } from '#client/errors.ts';

/** How an item ends. */
export type End = Partial<JobItem> & { status: ItemStatus };

/** Lists are equal in any order: the API gives it no meaning. */
const isEqual = (one: unknown, other: unknown) => textOf(one) === textOf(other);
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).toSorted().join() : (JSON.stringify(value) ?? '');

/** In which fields two states differ. */
export const differingFields = (one: State, other: State) =>
  Object.keys({ ...one, ...other }).filter((name) => !isEqual(one[name], other[name]));

/** Whether `state` is `wanted` in the given fields; by default in all that `wanted` has. */
export function holds(
  state: State | null,
  wanted: State | null,
  fields = Object.keys(wanted ?? {}),
): boolean {
  if (state === null || wanted === null) return state === wanted;
  return fields.every((name) => isEqual(state[name], wanted[name]));
}

/** The way back from the present state of a target. What others have changed beside the change stays. */
export function wayBack({ id, label, before, after }: Change, now: State | null): Change {
  if (before === null || after === null || now === null)
    return { id, label, before: now, after: before };
  const back = differingFields(before, after).map((name) => [name, before[name]]);
  return { id, label, before: now, after: { ...now, ...Object.fromEntries(back) } };
}

/** Fields that a change is about; `undefined`: all, as a replacement is sent as a whole. */
export const changedFields = (change: Change, { kindOf }: Pick<JobTarget, 'kindOf'>) =>
  change.before && change.after && kindOf(change) !== 'replace'
    ? differingFields(change.before, change.after)
    : undefined;

/**
 * Makes one change, and reads first where it has to: where nobody knows what became of a request, and where the target
 * may have become something else since the plan.
 *
 * @param onSend called, and awaited, before the one request that changes something
 * @throws what the calls throw; after `onSend` the outcome may be unknown
 */
export async function makeChange(
  item: JobItem,
  target: JobTarget,
  plannedAgoMs: number,
  options: CallOptions,
  onSend: () => Promise<void>,
): Promise<End> {
  const reason = target.refusal(item);
  if (reason !== undefined) return { status: 'skipped', reason };
  const found = await lookFirst(item, target, plannedAgoMs, options);
  if (found) return found;
  await onSend();
  const { id, state } = await target.write(item, options);
  return holds(state, item.after, changedFields(item, target))
    ? { status: 'confirmed', id }
    : { status: 'unsure', id, reason: 'The service saved something different.', found: state };
}

/** @returns `undefined` where it is what the plan was made for, and what was sent before has certainly done nothing */
async function lookFirst(
  item: JobItem,
  target: JobTarget,
  plannedAgoMs: number,
  options: CallOptions,
): Promise<End | undefined> {
  const { id, before, after, sentAt = 0 } = item;
  const wasSent = item.status === 'sent';
  if (before === null) {
    const made = wasSent ? await target.findCreated(item, sentAt, options) : undefined;
    if (made) return { status: 'confirmed', id: made.id };
    return item.isLate && { status: 'unsure', reason: LATE };
  }
  if (!wasSent && !target.readsFirst(item, plannedAgoMs)) return undefined;
  const found = await target.read(id, options);
  // What was sent may be done although others have changed the rest since, and an Undo leaves the rest to them.
  const fields = wasSent || item.isUndo ? changedFields(item, target) : undefined;
  // A read before an Undo may be behind the change itself: what seems undone is sent all the same.
  if (item.isUndo && holds(found, after, fields)) return undefined;
  if (found === null) return gone(item);
  if (holds(found, before, fields)) return undefined;
  if (holds(found, after, fields))
    return { status: 'confirmed', ...(!wasSent && { reason: 'Already so.' }) };
  return { status: 'skipped', reason: item.isUndo ? 'Changed since.' : CHANGED, found };
}

const gone = ({ after }: Pick<Change, 'after'>): End =>
  after === null
    ? { status: 'confirmed', reason: 'Already gone.' }
    : { status: 'skipped', reason: 'No longer exists.', found: null };

const CHANGED = 'Changed since the plan.';
const LATE = 'It was not found, and may still be created.';

/**
 * What an error of `makeChange` means for an item that is not tried again.
 *
 * @param isUnknown a request was sent, and nobody knows what became of it
 * @param reasonOf why, as a sentence
 */
export function endOfError(
  error: unknown,
  change: Change,
  target: Pick<JobTarget, 'kindOf'>,
  isUnknown: boolean,
  reasonOf: (error: unknown) => string,
): End {
  const failure = failureOf(error);
  const { before, after } = change;
  // What is replaced was there for a read, and its policies may not be: only a code says which of them is missing.
  const isNamed = ['no-edge', 'no-route'].includes(refusalCause(failure) ?? '');
  const isGone = isNamed || (isNotThere(failure) && target.kindOf(change) !== 'replace');
  if (isGone && before !== null) return gone({ after });
  if (hasStatus(error, 412)) return { status: 'skipped', reason: CHANGED };
  const code = failure?.kind === 'status' ? failure.code : undefined;
  const words = { reason: reasonOf(error), ...(code !== undefined && { code }) };
  return {
    ...words,
    status: isUnknown ? 'unsure' : failure?.kind === 'blocked' ? 'skipped' : 'failed',
  };
}
