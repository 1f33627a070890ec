import type { Change, JobItem, JobTarget, TargetKind } from '#bulk/job.ts';
import { endOfError, makeChange } from '#bulk/make-change.ts';
import type { CallOptions } from '#client/api-client.ts';
import { isOutcomeUnknown } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { changes } from '#web/jobs/changes.ts';

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
