import { isOver, type Change, type JobItem, type JobTarget, type TargetKind } from '#bulk/job.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import type { JobsOptions, LoadedJob } from '#web/jobs/loaded.ts';
import { shorten } from '#web/lib/format.ts';
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
async function lastChange(journal: JobsOptions['journal'], account: string) {
  for (const change of await journal.changes(account))
    if ('id' in change && change.after !== null)
      return { target: change.target, lines: [{ ...change, status: 'confirmed' as const }] };
  return undefined;
}

type OwnerOptions = Pick<JobsOptions, 'journal' | 'account'> & {
  targetOf: (kind: TargetKind) => JobTarget;
  /** All goes along with the session to the present key, which is of the same account. */
  onMove: (from: string) => void;
  /** What is shown is of another account than the present key. */
  forget: () => void;
};

/** Whose the journal, the plan and the job of a tab are, while somebody may sign in with another key. */
export function createOwner({ journal, targetOf, onMove, forget, ...options }: OwnerOptions) {
  let account = '';
  /** Why a job of `account` must not go on by itself with the key of another one, `of`. */
  let doubt: { of: string; text: string } | undefined;

  const owner = {
    account: () => account,
    doubt: () => doubt?.text,
    isPresent: () => account === options.account(),
    /** Somebody has signed in. @returns whether with another key than the one before */
    hasOtherKey() {
      if (options.account() === (doubt?.of ?? account)) return false;
      doubt = undefined;
      return true;
    },
    take() {
      doubt = undefined;
      account = options.account();
    },
    /** Takes all along to the present key. */
    adopt() {
      const before = account;
      owner.take();
      if (account === before) return;
      onMove(before);
      journal.move(before, account).catch(() => {}); // without room the next write of the job says so
    },

    /** Finds out whether the present key is of the account; a job may have to wait for a person who says so. */
    async compare(of: LoadedJob | undefined, ended: AbortSignal): Promise<void> {
      const next = options.account();
      if (account === next) return;
      const isOfJob = of !== undefined && !isOver(of.job);
      const ofJob = of && { target: of.job.target, lines: of.engine.items() };
      const subject = isOfJob
        ? ofJob
        : (openPlan.get() ?? ofJob ?? (await lastChange(journal, account)));
      const text = subject && (await findDoubt(subject.lines, targetOf(subject.target), ended));
      if (ended.aborted) return;
      if (next !== options.account()) return owner.compare(of, ended);
      if (subject && text === undefined) return owner.adopt();
      if (isOfJob && text !== undefined) return void (doubt = { of: next, text });
      // The journal waits for a key of its own account.
      owner.take();
      return forget();
    },
  };
  return owner;
}
