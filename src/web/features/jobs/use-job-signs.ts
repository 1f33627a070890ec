import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isOver, type JobState } from '#bulk/job.ts';
import { failedOf } from '#bulk/rollout.ts';
import { endText, shareText, spokenText } from '#web/features/jobs/texts.ts';
import { openUndo } from '#web/features/jobs/undo.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { undoable } from '#web/jobs/to-plan.ts';
import { announce } from '#web/ui/announcer.tsx';
import { notify } from '#web/ui/notify.ts';
import { titlePrefix } from '#web/ui/page.tsx';
import { useUnloadWarning } from '#web/ui/unsaved-guard.tsx';

/** What every page tells of a job: announcements, the title, the notification at its end, the question on leaving. */
export function useJobSigns(job: JobState, openReport: () => void) {
  const navigate = useNavigate();
  const last = useRef<JobState>(undefined);

  useEffect(() => {
    titlePrefix.set(job.status === 'running' ? shareText(job) : undefined);
    const before = last.current;
    last.current = job;
    // A short job is over before the code of its line has loaded; one of an earlier visit is not `isHere`.
    const hasEnded = isOver(job) && (before ? !isOver(before) : job.isHere);
    const text = spokenText(before, job);
    if (hasEnded) void tellEnd();
    else if (text !== undefined) announce(text);

    /** A notification is read out by itself. */
    async function tellEnd() {
      const items = await jobs.items(job.id).catch(() => []);
      const canUndo = undoable(items, jobs.targetOf(job.target) ?? {}).length > 0;
      notify({
        text: endText(job),
        isFailure: failedOf(job.counts) > 0,
        more: { label: 'Report', run: openReport },
        undo: canUndo ? () => openUndo(job, navigate) : undefined,
      });
    }
  }, [job, navigate, openReport]);
  useEffect(() => () => titlePrefix.set(undefined), []);

  useUnloadWarning(job.isHere && !job.isKept && !isOver(job));
}
