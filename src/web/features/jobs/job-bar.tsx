import '#web/styles/more.css';
import { Button, Group, Progress } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import ListChecks from 'lucide-react/icons/list-checks';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { waitText } from '#web/api/failure-text.ts';
import { JobLook } from '#web/features/jobs/job-look.tsx';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import { pauseText, progressText, shareText, waitsForLook } from '#web/features/jobs/texts.ts';
import { useJobSigns } from '#web/features/jobs/use-job-signs.ts';
import { isOver, type JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { endedOf, failedOf } from '#web/jobs/rollout.ts';
import { doingText } from '#web/jobs/to-plan.ts';
import { aboutTime } from '#web/lib/time.ts';
import { icon } from '#web/ui/icon.ts';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import styles from './jobs.module.css';

/** One line at the foot of every page while the job is not over; its report when that is asked for. */
export function JobBar({ job }: { job: JobState }) {
  const [isReportOpen, setReportOpen] = useState(false);
  useJobSigns(job, () => {
    notify(undefined);
    setReportOpen(true);
  });
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
  return (
    <section className={styles.bar} aria-label="Bulk job">
      <JobProgress job={job} />
      {isLook && <JobLook job={job} canAct={canAct} />}
      <div className={styles.line} data-paused={pauseText(job) !== undefined || undefined}>
        <strong className={styles.cut}>{doingText(job)}</strong>
        <span className="numbers">{shareText(job)}</span>
        <span className={`dim ${styles.cut}`}>
          <WhyText job={job} />
        </span>
        {canAct ? (
          <Group gap="xs" wrap="nowrap" className={styles.buttons}>
            {/* One button, so that the focus stays where it is pressed. Where it has stopped for a look there is none: a
                press on Pause that comes too late must not let it go on. */}
            {!isLook && (
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
      </div>
    </section>
  );
}

type ActProps = { label: string; icon: LucideIcon; onClick: () => void };

/** On a phone the icon alone. */
const Act = ({ label, icon: Icon, onClick }: ActProps) => (
  <Button size="compact-sm" variant="default" aria-label={label} onClick={onClick}>
    <Icon {...icon} />
    <span className={styles.word}>{label}</span>
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

/** Why nothing is being done, or how long it will take. */
function WhyText({ job }: { job: JobState }) {
  const { counts, pauseText: more, waitMs } = job;
  const why = pauseText(job);
  if (why !== undefined)
    return <UntrustedText text={more === undefined ? why : `${why}. ${more}`} />;
  if (waitMs !== undefined) return <SlowedText key={waitMs} ms={waitMs} />;
  if (!job.isKept) return 'Progress cannot be kept on this device: do not reload.';
  if (!job.isHere) return 'Runs in another tab';
  const failed = failedOf(counts);
  return [failed > 0 && `${failed} failed`, timeLeft(job)].filter(Boolean).join(', ');
}

function SlowedText({ ms }: { ms: number }) {
  const [end] = useState(() => performance.now() + ms);
  const left = useTimeLeft(end);
  return left > 0 && `Slowed by the service, next try in ${waitText(left)}`;
}

/** By the pace so far; never less than the limit of requests lets pass. */
function timeLeft({ counts, total, elapsedMs }: JobState): string {
  const ended = endedOf(counts);
  const byPace = ended > 0 ? (elapsedMs / ended) * (total - ended) : 0;
  const ms = Math.max(byPace, rateLimiter.msFor(total - ended));
  return ms > 0 ? `${aboutTime(ms)} left` : '';
}
