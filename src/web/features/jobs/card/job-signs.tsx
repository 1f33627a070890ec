import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  endedOf,
  endText,
  failedOf,
  lookText,
  pauseText,
  progressText,
  waitsForLook,
} from '#web/features/jobs/card/job-texts.ts';
import { openUndo, undoableOf } from '#web/features/jobs/card/undo-job.ts';
import { waitText } from '#web/api/failure-text.ts';
import { isOver, type JobState } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/job-parts.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { useAskBeforeUnload } from '#web/ui/dialog/use-ask-before-unload.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

/** What is told of a job on every page, shown by others: announcements, the receipt at its end, the warning on leaving. */
export function JobSigns() {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const receipt = useReceipt();
  const navigate = useNavigate();
  const last = useRef<JobState>(undefined);

  useEffect(() => {
    const before = last.current;
    last.current = job;
    if (job === undefined) return;
    const sign = signOf(before, job);
    if (sign !== undefined) announce(sign);
    const hasEnded = isOver(job) && before?.id === job.id && !isOver(before);
    if (!hasEnded || !job.isHere) return;
    const failed = (text: string) => receipt({ text, failed: true });
    const show = (changes: number) =>
      receipt({
        text: endText(job),
        failed: failedOf(job) > 0,
        ...(changes > 0 && {
          undo: () =>
            void openUndo(job.id, navigate).catch(() => failed('The way back could not be read.')),
        }),
      });
    jobs.items(job.id).then(
      (items) => show(undoableOf(job, items)),
      () => show(0),
    );
  }, [job, receipt, navigate]);

  const endsOnLeaving = job !== undefined && job.isHere && !job.isKept && !isOver(job);
  useAskBeforeUnload(endsOnLeaving);
  return null;
}

/** What is said aloud between two states: start, each quarter, each pause and slow-down, end; never each item. */
export function signOf(before: JobState | undefined, job: JobState): string | undefined {
  if (before?.id !== job.id) {
    // One that is over is only shown.
    if (isOver(job)) return undefined;
    return endedOf(job) === 0 ? `${job.doing}.` : `${job.doing}: ${progressText(job)}.`;
  }
  if (isOver(job)) return isOver(before) ? undefined : endText(job);
  const [was, why] = [whyOf(before), whyOf(job)];
  if (why !== was) return why ?? `Goes on: ${progressText(job)}.`;
  if (job.waitingUntil !== undefined && before.waitingUntil === undefined)
    return `Slowed by the service, next try in ${waitText(job.waitingUntil - Date.now())}.`;
  const quarter = quarterOf(job);
  return quarter > quarterOf(before) ? `${quarter * 25} %: ${progressText(job)}.` : undefined;
}

/** Why nothing is being done now, as sentences. */
function whyOf(job: JobState): string | undefined {
  const text = pauseText(job);
  return waitsForLook(job) ? `Paused. ${lookText(job)}` : text && `${text}.`;
}

const quarterOf = (job: JobState) => Math.floor((4 * endedOf(job)) / Math.max(1, job.total));
