import { waitText } from '#web/api/failure-text.ts';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import { isOver, type ItemStatus, type JobState } from '#web/jobs/job.ts';
import { endedOf, failedOf, goalFrom } from '#web/jobs/rollout.ts';
import { countTargets, doingText, doneText } from '#web/jobs/to-plan.ts';
import { count, formatNumber } from '#web/lib/format.ts';

type Counted = Pick<JobState, 'counts' | 'total'>;

const leftOf = ({ counts }: Counted) => counts.wanted + counts.sent;

/** `84 of 128` */
export const shareText = ({ counts, total }: Counted) =>
  `${formatNumber(endedOf(counts))} of ${formatNumber(total)}`;

/** `82 done, 2 failed, 44 left`, and how many were skipped, if any. */
export function progressText(job: Counted): string {
  const { confirmed, skipped } = job.counts;
  return [
    `${formatNumber(confirmed)} done`,
    `${formatNumber(failedOf(job.counts))} failed`,
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
    ...(leftOf(job) > 0 ? [`${formatNumber(leftOf(job))} left`] : []),
  ].join(', ');
}

/** `80 set inactive, 2 failed.`, of a job that is over. */
export function endText(job: JobState): string {
  const { skipped } = job.counts;
  const done = doneText(job, job.counts).replace(
    /^(\w+) ([\d,]+) (?:bot user|route)s?\b/,
    (_, verb: string, number: string) => `${number} ${verb.toLowerCase()}`,
  );
  const more = skipped > 0 ? `, ${formatNumber(skipped)} skipped` : '';
  return job.status === 'stopped'
    ? `Stopped: ${done}${more}, ${formatNumber(leftOf(job))} not tried.`
    : `${done}${more}.`;
}

/** Whether its roll-out has stopped it. */
export const waitsForLook = ({ status, pausedFor }: JobState) =>
  status === 'paused' && (pausedFor === 'look' || pausedFor === 'failures');

/** What a person is to do where a roll-out has stopped. */
export function lookText(job: JobState): string {
  const { confirmed } = job.counts;
  if (job.pausedFor === 'failures')
    return `Stopped after ${count(failedOf(job.counts), 'failure')}. See why, then go on or stop.`;
  if (confirmed === 0) return 'Nothing has been changed yet. See why, then go on or stop.';
  return confirmed === 1
    ? `Look at the first ${TARGET_WORDS[job.target].one}, then go on.`
    : `Look at these ${countTargets(job.target, confirmed)}, then go on.`;
}

/** `Go on with 5 routes`, or with all that are left. */
export function goOnText(job: JobState): string {
  const { target, rollout, counts } = job;
  const left = leftOf(job);
  const next = rollout ? goalFrom(rollout, counts).ended - endedOf(counts) : Infinity;
  if (next < left) return `Go on with ${countTargets(target, next)}`;
  return left === 1 ? 'Go on with the last one' : `Go on with the other ${formatNumber(left)}`;
}

const PAUSED = {
  person: 'Paused',
  look: 'Paused for you to look',
  failures: 'Paused after failures',
  offline: 'Waiting for the connection',
  'sign-in': 'Waiting for you to sign in again',
  account: 'Paused: this key may be of another account',
  refused: 'Paused: the service refuses everything',
  faults: 'Paused: too many faults in a row',
};

/** Why nothing is being done now; `undefined` while something is. */
export const pauseText = ({ status, pausedFor }: JobState) =>
  pausedFor ? PAUSED[pausedFor] : status === 'paused' ? PAUSED.person : undefined;

/** What is said aloud from one state to the next: start, each quarter, each pause, end; never each item. */
export function spokenText(before: JobState | undefined, job: JobState): string | undefined {
  const isNew = before?.id !== job.id;
  if (isOver(job)) return isNew || isOver(before) ? undefined : endText(job);
  if (isNew) return `${doingText(job)}: ${progressText(job)}.`;
  const why = waitsForLook(job) ? `Paused. ${lookText(job)}` : pauseText(job);
  const was = waitsForLook(before) ? `Paused. ${lookText(before)}` : pauseText(before);
  if (why !== was) return why ?? `Goes on: ${progressText(job)}.`;
  if (job.waitMs !== undefined && before.waitMs === undefined)
    return `Slowed by the service, next try in ${waitText(job.waitMs)}.`;
  const quarter = quarterOf(job);
  return quarter > quarterOf(before) ? `${quarter * 25} %: ${progressText(job)}.` : undefined;
}

const quarterOf = ({ counts, total }: Counted) =>
  Math.floor((4 * endedOf(counts)) / Math.max(1, total));

export const RESULTS: Record<ItemStatus, string> = {
  confirmed: 'Done',
  failed: 'Failed',
  unsure: 'Not known',
  skipped: 'Skipped',
  sent: 'Left',
  wanted: 'Left',
};
