import { Link } from 'react-router-dom';
import { goOnText, lookText } from '#web/features/jobs/card/job-texts.ts';
import { idTextOf, type Described } from '#web/features/jobs/describe.ts';
import type { JobItem, JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { count } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import styles from './job-card.module.css';

/** Links; a step has fewer. */
const SHOWN_MAX = 10;

type JobLookProps = {
  job: JobState;
  items: readonly JobItem[] | undefined;
  /** Whether it can go on from this tab. */
  canAct: boolean;
};

/** A roll-out that has stopped by itself: what to look at, and how it goes on. */
export function JobLook({ job, items = [], canAct }: JobLookProps) {
  const target: Described = jobs.targetOf(job.target) ?? {};
  const done = items.filter(({ status }) => status === 'confirmed');
  return (
    <Notice
      tone={job.pausedFor === 'failures' ? 'warn' : 'neutral'}
      title={lookText(job)}
      actions={
        canAct && (
          <>
            {job.pausedFor === 'failures' && (
              <Button variant="default" size="xs" onClick={jobs.retryFailed}>
                Retry failed
              </Button>
            )}
            <Button size="xs" onClick={jobs.resume}>
              {goOnText(job)}
            </Button>
          </>
        )
      }
    >
      {done.length > 0 && (
        <ul className={styles.done} aria-label="Done so far">
          {done.slice(-SHOWN_MAX).map(({ at, id, label }) => {
            const name = <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />;
            const path = target.pathOf?.(id);
            return <li key={at}>{path === undefined ? name : <Link to={path}>{name}</Link>}</li>;
          })}
          {done.length > SHOWN_MAX && <li>{count(done.length - SHOWN_MAX, 'more', 'more')}</li>}
        </ul>
      )}
    </Notice>
  );
}
