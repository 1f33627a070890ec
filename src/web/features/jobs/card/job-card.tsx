import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';
import { canActOn, JobActions } from '#web/features/jobs/card/job-actions.tsx';
import { JobLook } from '#web/features/jobs/card/job-look.tsx';
import { JobProblems } from '#web/features/jobs/card/job-problems.tsx';
import { JobProgress } from '#web/features/jobs/card/job-progress.tsx';
import { JobReport } from '#web/features/jobs/card/job-report.tsx';
import { JobTag } from '#web/features/jobs/card/job-tag.tsx';
import { JOB_PAGES, waitsForLook } from '#web/features/jobs/card/job-texts.ts';
import { isOver, type JobItem, type JobState } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/job-parts.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import styles from './job-card.module.css';

/** The job, on the list of what it changes. */
export function JobCard() {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const { pathname } = useLocation();
  if (job === undefined || JOB_PAGES[job.target] !== pathname) return null;
  return <Card key={job.id} job={job} />;
}

function Card({ job }: { job: JobState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isReportOpen, setReportOpen] = useState(false);
  const isEnded = isOver(job);
  const isLook = waitsForLook(job);
  const items = useItems(job, isEnded || isReportOpen || isLook);
  const keepFocus = useFocusOn(heading, isEnded ? 'end' : isLook ? 'look' : 'run');

  return (
    <section className={`${layout.card} ${styles.job}`} aria-label="Bulk job">
      <header className={parts.cardHeader}>
        <h2 ref={heading} tabIndex={-1}>
          {job.doing}
        </h2>
        <JobTag job={job} />
        <div className={`${layout.row} ${styles.actions}`} {...keepFocus}>
          <JobActions job={job} items={items} />
        </div>
      </header>
      <div className={`${layout.pad} ${layout.stack}`}>
        <JobProgress job={job} />
        {isLook && (
          <div {...keepFocus}>
            <JobLook job={job} items={items} canAct={canActOn(job)} />
          </div>
        )}
        {job.pausedFor !== undefined && job.pauseText !== undefined && (
          <Notice tone="warn">
            <UntrustedText text={job.pauseText} />
          </Notice>
        )}
        {!job.isKept && !isEnded && (
          <Notice tone="warn" title="Progress cannot be kept on this device: do not reload.">
            A reload would end the job.
          </Notice>
        )}
      </div>
      {job.problems.length > 0 && <JobProblems kind={job.target} problems={job.problems} />}
      <details
        className={styles.report}
        onToggle={(event) => setReportOpen(event.currentTarget.open)}
      >
        <summary>Report</summary>
        {isReportOpen && items && <JobReport kind={job.target} items={items} />}
      </details>
    </section>
  );
}

/** Read again with each change of the job. Without them the card still says how many there are. */
function useItems(job: JobState, isWanted: boolean) {
  const [items, setItems] = useState<readonly JobItem[]>();
  useEffect(() => {
    if (isWanted) itemsOf(job).then(setItems, () => {});
  }, [job, isWanted]);
  return items;
}

// Where it runs they are changed in place.
const itemsOf = async ({ id }: JobState) => [...(await jobs.items(id))];

/** Gives the focus to the heading where the buttons that had it make room for others. */
function useFocusOn(heading: RefObject<HTMLElement | null>, phase: 'run' | 'look' | 'end') {
  const hasFocus = useRef(false);
  const before = useRef(phase);
  useLayoutEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    if (hasFocus.current) heading.current?.focus({ preventScroll: true });
    hasFocus.current = false;
  }, [phase, heading]);
  return {
    onFocus: () => (hasFocus.current = true),
    onBlur: () => (hasFocus.current = false),
  };
}
