import type { Change, JobItem, JobTarget } from '#bulk/job.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { shorten } from '#web/lib/format.ts';
import type { Journal } from '#web/jobs/journal.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

type Known = Change & Partial<Pick<JobItem, 'status'>>;

/** What should be there: the thing that was changed last, or one that is still to be changed. */
function findKnown(changes: readonly Known[]): Known | undefined {
  const named = changes.filter(({ id }) => id !== '');
  return (
    named.findLast(({ status, after }) => status === 'confirmed' && after !== null) ??
    named.find(({ status = 'wanted', before }) => status === 'wanted' && before !== null)
  );
}

/**
 * Why changes that were planned with one key should not be made with another one: one thing that they are about is read.
 *
 * @returns a sentence for people; `undefined`: the thing is there, so the key is of the same account
 */
export async function findDoubt(
  changes: readonly Known[],
  target: JobTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ask = 'Go on only if the key is of the same account.';
  const known = findKnown(changes);
  if (known === undefined) return `This key may be of another account. ${ask}`;
  try {
    if (await target.read(known.id, { signal })) return undefined;
  } catch (error) {
    return `This key may be of another account. Not checked: ${reasonOf(error, 'read')} ${ask}`;
  }
  const label = shorten(visibleText(known.label || known.id));
  return `“${label}” is not there for this key, which may be of another account. ${ask}`;
}

/** What was changed last by itself, where neither a job nor a plan tells whose the journal is. */
export async function lastChange(journal: Pick<Journal, 'changes'>, account: string) {
  for (const change of await journal.changes(account))
    if ('id' in change && change.after !== null)
      return { target: change.target, lines: [{ ...change, status: 'confirmed' as const }] };
  return undefined;
}
