import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { idTextOf, type Described } from '#web/features/jobs/describe.ts';
import { goOnText, lookText } from '#web/features/jobs/job-texts.ts';
import type { JobItem, JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { count } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

/** Links; a step has fewer. */
const SHOWN_MAX = 10;

type JobLookProps = { job: JobState; canAct: boolean };

/** A roll-out that has stopped by itself: what to look at, and how it goes on. */
export function JobLook({ job, canAct }: JobLookProps) {
  const target: Described = jobs.targetOf(job.target) ?? {};
  const [items, setItems] = useState<readonly JobItem[]>([]);
  // Without them the text still says how many there are.
  useEffect(
    () =>
      void jobs.items(job.id).then(
        (all) => setItems([...all]),
        () => {},
      ),
    [job],
  );
  const done = items.filter(({ status }) => status === 'confirmed');
  return (
    <div className={styles.look}>
      <p>{lookText(job)}</p>
      {done.length > 0 && (
        <ul aria-label="Done so far">
          {done.slice(-SHOWN_MAX).map(({ at, id, label }) => {
            const name = <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />;
            const path = target.pathOf?.(id);
            return <li key={at}>{path === undefined ? name : <Link to={path}>{name}</Link>}</li>;
          })}
          {done.length > SHOWN_MAX && <li>{count(done.length - SHOWN_MAX, 'more', 'more')}</li>}
        </ul>
      )}
      {canAct && (
        <span className={styles.buttons}>
          {job.pausedFor === 'failures' && (
            <Button variant="default" size="compact-sm" onClick={jobs.retryFailed}>
              Retry failed
            </Button>
          )}
          <Button size="compact-sm" onClick={jobs.resume}>
            {goOnText(job)}
          </Button>
        </span>
      )}
    </div>
  );
}
