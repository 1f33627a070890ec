import { rateLimiter } from '#web/api/rate-limiter.ts';
import {
  endedOf,
  endText,
  failedOf,
  leftOf,
  progressText,
} from '#web/features/jobs/card/job-texts.ts';
import { isOver, type JobState } from '#web/jobs/job.ts';
import { formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './job-card.module.css';

export function JobProgress({ job }: { job: JobState }) {
  const { counts, total } = job;
  const parts = { done: counts.confirmed, failed: failedOf(job), skipped: counts.skipped };
  return (
    <>
      <div
        role="progressbar"
        aria-label="Bulk job progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={endedOf(job)}
        aria-valuetext={progressText(job)}
        className={styles.bar}
      >
        {Object.entries(parts).map(
          ([part, share]) =>
            share > 0 && (
              <i key={part} data-part={part} style={{ width: `${(100 * share) / total}%` }} />
            ),
        )}
      </div>
      {isOver(job) ? <p className={layout.num}>{endText(job)}</p> : <Facts job={job} />}
    </>
  );
}

function Facts({ job }: { job: JobState }) {
  const facts = {
    Done: formatNumber(job.counts.confirmed),
    Failed: formatNumber(failedOf(job)),
    Skipped: formatNumber(job.counts.skipped),
    Left: formatNumber(leftOf(job)),
    // A rollout has fewer: never more than may still fail.
    ...(!job.rollout && { 'At once': formatNumber(job.atOnce) }),
    'Time left': timeLeft(job),
  };
  return (
    <dl className={`${styles.facts} ${layout.num}`}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** By the pace so far; never less than the limit of requests lets pass. */
function timeLeft(job: JobState): string {
  const [ended, left] = [endedOf(job), leftOf(job)];
  const byPace = ended > 0 ? (job.elapsedMs / ended) * left : 0;
  const ms = Math.max(byPace, rateLimiter.msFor(left));
  return ms > 0 ? aboutTime(ms) : '–';
}
