import { Box, Button, Group, Progress, Stack } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import ListChecks from 'lucide-react/icons/list-checks';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isOver, type JobState } from '#bulk/job.ts';
import { endedOf, failedOf } from '#bulk/rollout.ts';
import { waitingText } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { TargetLink, useItems } from '#web/features/jobs/cells.tsx';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import {
  endText,
  goOnText,
  lookText,
  pauseText,
  progressText,
  shareText,
  spokenText,
  waitsForLook,
} from '#web/features/jobs/texts.ts';
import { openUndo } from '#web/features/jobs/undo.ts';
import { jobTargets } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { doingText, undoable } from '#web/jobs/plan.ts';
import { count } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { announce } from '#web/ui/announcer.tsx';
import { focusFirst, useFocusRescue } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';
import { notify } from '#web/ui/notify.ts';
import { titlePrefix } from '#web/ui/page.tsx';
import { useUnloadWarning } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import styles from './jobs.module.css';

/**
 * One line at the foot of every page while the job is not over; its report when that is asked for. What every page
 * tells of it as well: announcements, the title, the notification at its end, the question on leaving.
 */
export function JobBar({ job }: { job: JobState }) {
  const [isReportOpen, setReportOpen] = useState(false);
  const navigate = useNavigate();
  const last = useRef<JobState>(undefined);
  useUnloadWarning(job.isHere && !job.isKept && !isOver(job));

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
      const canUndo = undoable(items, job.target).length > 0;
      notify({
        text: endText(job),
        isFailure: failedOf(job.counts) > 0,
        more: { label: 'Report', run: () => setReportOpen(true) },
        undo: canUndo ? () => openUndo(job, navigate) : undefined,
      });
    }
  }, [job, navigate]);
  useEffect(() => () => titlePrefix.set(undefined), []);

  return (
    <>
      {!isOver(job) && <Line job={job} onReport={() => setReportOpen(true)} />}
      {isReportOpen && <JobReport of={job} onClose={() => setReportOpen(false)} />}
    </>
  );
}

function Line({ job, onReport }: { job: JobState; onReport: () => void }) {
  const isLook = waitsForLook(job);
  const isPaused = job.status === 'paused';
  // Without a journal only the tab that ran it has its items; while it runs it can be asked.
  const canAct = job.isKept || job.isHere || job.status === 'running';
  const bar = useRef<HTMLElement>(null);
  useFocusRescue(bar);
  const ref = useMergedRef(bar, takeRoom);
  const why = pauseText(job);
  const more = job.pauseText === undefined ? '' : `. ${job.pauseText}`;
  return (
    <section ref={ref} className={`screen-only ${styles.bar}`} aria-label="Bulk job">
      <JobProgress job={job} />
      {isLook && <JobLook job={job} canAct={canAct} />}
      <Group
        gap="xs"
        wrap="nowrap"
        maw="92rem"
        mx="auto"
        px="md"
        py="xs"
        className={styles.line}
        data-paused={why !== undefined || undefined}
      >
        <strong className={styles.cut}>{doingText(job)}</strong>
        <Box component="span" flex="none" className="numbers">
          {shareText(job)}
        </Box>
        <span className={`dim ${styles.cut}`}>
          {why === undefined ? (
            // Each state of the job tells anew how long it waits.
            <PaceText key={`${endedOf(job.counts)} ${job.elapsedMs}`} job={job} />
          ) : (
            <UntrustedText text={why + more} />
          )}
        </span>
        {canAct ? (
          <Group gap="xs" wrap="nowrap" ml="auto" flex="none">
            {/* One button, so that the focus stays where it is pressed. Where it has stopped for a look there is none: a
                press on Pause that comes too late must not let it go on. */}
            {!isLook && job.pausedFor !== 'stop' && (
              <Act
                label={isPaused ? 'Resume' : 'Pause'}
                icon={isPaused ? Play : Pause}
                onClick={isPaused ? jobs.resume : jobs.pause}
              />
            )}
            <Act label="Stop" icon={Square} onClick={jobs.stop} />
            <Act label="Report" icon={ListChecks} onClick={onReport} />
          </Group>
        ) : (
          <span>Go on in the tab that ran it.</span>
        )}
      </Group>
    </section>
  );
}

/** Tells the styles how much of the page the bar covers, and gives the focus back when it goes. */
function takeRoom(bar: HTMLElement) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--job-height', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--job-height');
    if (bar.contains(document.activeElement)) focusFirst([]);
  };
}

type ActProps = { label: string; icon: LucideIcon; onClick: () => void };

/** On a phone the icon alone. */
const Act = ({ label, icon: Icon, onClick }: ActProps) => (
  <Button size="compact-sm" leftSection={<Icon {...icon} />} onClick={onClick}>
    <span className="wide">{label}</span>
  </Button>
);

function JobProgress({ job }: { job: JobState }) {
  const { counts, total } = job;
  const part = (value: number) => ({ withAria: false, value: (100 * value) / Math.max(1, total) });
  return (
    <Progress.Root
      size={4}
      radius={0}
      role="progressbar"
      aria-label="Bulk job progress"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={endedOf(counts)}
      aria-valuetext={progressText(job)}
    >
      <Progress.Section {...part(counts.confirmed)} />
      <Progress.Section {...part(failedOf(counts))} color="var(--app-danger)" />
      <Progress.Section {...part(counts.skipped)} color="var(--app-control)" />
    </Progress.Root>
  );
}

/** The usual time between two requests within a limit. */
const USUAL_MS = 1000;

/** What it waits for, be it room in the limit of requests, else how long it will take. */
function PaceText({ job }: { job: JobState }) {
  const { counts, total, elapsedMs, isHere, isKept, wait } = job;
  const [until] = useState(() => {
    const untilRoom = isHere ? rateLimiter.msFor(1) : 0;
    return performance.now() + Math.max(wait?.ms ?? 0, untilRoom);
  });
  const ms = useTimeLeft(until);
  if (ms > (wait ? 0 : USUAL_MS)) return waitingText({ for: wait?.for ?? 'limit', ms });
  if (!isKept) return 'Progress cannot be kept on this device: do not reload.';
  if (!isHere) return 'Runs in another tab';
  const failed = failedOf(counts);
  const ended = endedOf(counts);
  const byPace = ended > 0 ? (elapsedMs / ended) * (total - ended) : 0;
  // Never less than the limit of requests lets pass.
  const leftMs = Math.max(byPace, rateLimiter.msFor(total - ended));
  const texts = [failed > 0 && `${failed} failed`, leftMs > 0 && `${aboutTime(leftMs)} left`];
  return texts.filter(Boolean).join(', ');
}

/** Links; a step has fewer. */
const SHOWN_MAX = 10;

/** A roll-out that has stopped by itself: what to look at, and how it goes on. */
function JobLook({ job, canAct }: { job: JobState; canAct: boolean }) {
  const target = jobTargets.use()?.[job.target] ?? {};
  // Where the items are not kept the text still says how many there are.
  const items = useItems(job.id, job) ?? [];
  const done = items.filter(({ status }) => status === 'confirmed');
  return (
    <Stack gap="xs" maw="92rem" mx="auto" px="md" pt="sm">
      <p>{lookText(job)}</p>
      {done.length > 0 && (
        <Group component="ul" gap="xs" aria-label="Done so far">
          {done.slice(-SHOWN_MAX).map(({ at, id, label }) => (
            <li key={at}>
              <TargetLink {...{ target, id, label }} />
            </li>
          ))}
          {done.length > SHOWN_MAX && <li>{count(done.length - SHOWN_MAX, 'more', 'more')}</li>}
        </Group>
      )}
      {canAct && (
        <Group gap="xs">
          {job.pausedFor === 'failures' && (
            <Button size="compact-sm" onClick={jobs.retryFailed}>
              Retry failed
            </Button>
          )}
          <Button variant="filled" size="compact-sm" onClick={jobs.resume}>
            {goOnText(job)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
