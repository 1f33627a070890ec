import Pause from 'lucide-react/icons/pause';
import { Link } from 'react-router-dom';
import { JOB_PAGES, shareText, waitsForLook } from '#web/features/jobs/card/job-texts.ts';
import type { JobState } from '#web/jobs/job.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './job-link.module.css';

/** In the bar, as long as there is a job. */
export const JobLink = ({ job }: { job: JobState }) => (
  <Link
    to={JOB_PAGES[job.target]}
    className={styles.link}
    aria-label={`Bulk job: ${shareText(job)} done${waitsForLook(job) ? ', waits for you' : ''}`}
  >
    {waitsForLook(job) && <Pause {...icon} />}
    {shareText(job)}
  </Link>
);
