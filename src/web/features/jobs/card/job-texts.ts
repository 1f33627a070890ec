import type { ItemStatus, JobState, TargetKind } from '#web/jobs/job.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

/** Where a job is shown: on the list of what it changes. */
export const JOB_PAGES: Record<TargetKind, string> = {
  'bot-user': paths.botUsers,
  route: paths.routes,
};

type Counted = Pick<JobState, 'counts' | 'total'>;

/** Of whom nobody knows what became is no success. */
export const failedOf = ({ counts }: Counted) => counts.failed + counts.unsure;

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

/** Why nothing is being done now, and whether it goes on by itself; `undefined` while something is. */
export function pauseText({ status, pausedFor, pauseText: said }: JobState): string | undefined {
  switch (pausedFor) {
    case 'offline':
      return 'Waiting for the connection';
    case 'sign-in':
      return 'Waiting for you to sign in again';
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
