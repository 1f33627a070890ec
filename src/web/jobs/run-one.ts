import type { Change, JobItem, JobTarget } from '#bulk/job.ts';
import { endOfError, makeChange } from '#bulk/make-change.ts';
import type { CallOptions } from '#client/api-client.ts';
import { isOutcomeUnknown } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';

/** Makes one change at once, after a read. Its problem is in the item. `isSent`: a request was sent for it. */
export async function runOne(
  target: JobTarget,
  change: Change,
  options: CallOptions,
): Promise<JobItem & { isSent: boolean }> {
  const item: JobItem = { ...change, at: 0, status: 'wanted' };
  let isSent = false;
  const onSend = async () => void (isSent = true);
  try {
    const end = await makeChange(item, { ...target, readsFirst: () => true }, 0, options, onSend);
    return { ...item, ...end, isSent };
  } catch (error) {
    const isUnknown = isSent && isOutcomeUnknown(error);
    return { ...item, ...endOfError(error, item, isUnknown, reasonOf), isSent };
  }
}
