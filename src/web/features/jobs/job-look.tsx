import { Button, Group, Stack } from '@mantine/core';
import { TargetLink, useItems } from '#web/features/jobs/cells.tsx';
import { goOnText, lookText } from '#web/features/jobs/texts.ts';
import type { JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { count } from '#web/lib/format.ts';
import styles from './jobs.module.css';

/** Links; a step has fewer. */
const SHOWN_MAX = 10;

/** A roll-out that has stopped by itself: what to look at, and how it goes on. */
export function JobLook({ job, canAct }: { job: JobState; canAct: boolean }) {
  const target = jobs.targetOf(job.target) ?? {};
  // Without them the text still says how many there are.
  const done = useItems(job.id, job).filter(({ status }) => status === 'confirmed');
  return (
    <Stack gap="xs" className={styles.look}>
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
            <Button variant="default" size="compact-sm" onClick={jobs.retryFailed}>
              Retry failed
            </Button>
          )}
          <Button size="compact-sm" onClick={jobs.resume}>
            {goOnText(job)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
