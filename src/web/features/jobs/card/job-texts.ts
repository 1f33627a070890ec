import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import type { ItemStatus, JobState, TargetKind } from '#web/jobs/job.ts';
import { failedOf as failedIn, goalFrom } from '#web/jobs/rollout.ts';
import { countTargets } from '#web/jobs/to-plan.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

/** Where a job is shown: on the list of what it changes. */
export const JOB_PAGES: Record<TargetKind, string> = {
  'bot-user': paths.botUsers,
  route: paths.routes,
};

type Counted = Pick<JobState, 'counts' | 'total'>;

/** Of whom nobody knows what became is no success. */
export const failedOf = ({ counts }: Counted) => failedIn(counts);

export const leftOf = ({ counts }: Counted) => counts.wanted + counts.sent;

export const endedOf = (job: Counted) => job.total - leftOf(job);

/** `84 of 128` */
export const shareText = (job: Counted) =>
  `${formatNumber(endedOf(job))} of ${formatNumber(job.total)}`;

/** `82 done, 2 failed`, and how many were skipped, if any. */
function endedText(job: Counted): string {
  const { confirmed, skipped } = job.counts;
  const skippedText = skipped > 0 ? `, ${formatNumber(skipped)} skipped` : '';
  return `${formatNumber(confirmed)} done, ${formatNumber(failedOf(job))} failed${skippedText}`;
}

/** `82 done, 2 failed, 44 left` */
export const progressText = (job: Counted) =>
  `${endedText(job)}, ${formatNumber(leftOf(job))} left`;

/** Of a job that is over. */
export const endText = (job: Counted & Pick<JobState, 'status'>) =>
  job.status === 'stopped'
    ? `Stopped. ${endedText(job)}, ${formatNumber(leftOf(job))} not tried.`
    : `${endedText(job)}.`;

/** Whether its rollout has stopped it. */
export const waitsForLook = ({ status, pausedFor }: JobState) =>
  status === 'paused' && (pausedFor === 'look' || pausedFor === 'failures');

/** What a person is to do where a rollout has stopped. */
export function lookText(job: JobState): string {
  const { confirmed } = job.counts;
  if (job.pausedFor === 'failures')
    return `Stopped after ${count(failedOf(job), 'failure')}. See why, then go on or stop.`;
  if (confirmed === 0) return 'Nothing has been changed yet. See why, then go on or stop.';
  return confirmed === 1
    ? `Look at the first ${TARGET_WORDS[job.target].one}, then go on.`
    : `Look at these ${countTargets(job.target, confirmed)}, then go on.`;
}

/** `Go on with 5 routes`, or with all that are left. */
export function goOnText(job: JobState): string {
  const { target, rollout, counts } = job;
  const left = leftOf(job);
  const next = rollout ? goalFrom(rollout, counts).ended - endedOf(job) : Infinity;
  if (next < left) return `Go on with ${countTargets(target, next)}`;
  return left === 1 ? 'Go on with the last one' : `Go on with the other ${formatNumber(left)}`;
}

/** Why nothing is being done now, and whether it goes on by itself; `undefined` while something is. */
export function pauseText(job: JobState): string | undefined {
  const { status, pausedFor, pauseText: said } = job;
  switch (pausedFor) {
    case 'look':
      return 'Paused for you to look';
    case 'failures':
      return `Paused after ${count(failedOf(job), 'failure')}`;
    case 'offline':
      return 'Waiting for the connection';
    case 'sign-in':
      return 'Waiting for you to sign in again';
    case 'account':
      return 'Paused: this key may be of another account';
    case 'refused':
      return 'Paused: the service refuses everything';
    case 'faults':
      return 'Paused: too many faults in a row';
    case 'elsewhere':
      return 'Runs in another tab';
    default:
      return status === 'paused' ? `Paused${said ? `: ${said}` : ''}` : undefined;
  }
}

export const RESULTS: Record<ItemStatus, string> = {
  confirmed: 'Done',
  failed: 'Failed',
  unsure: 'Not known',
  skipped: 'Skipped',
  sent: 'Left',
  wanted: 'Left',
};
