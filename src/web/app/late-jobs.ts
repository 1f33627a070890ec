/** What every page shows of jobs, and what jobs need to know of bot users and routes: one file. */
export { JobCard } from '#web/features/jobs/card/job-card.tsx';
export { JobLink } from '#web/features/jobs/card/job-link.tsx';
export { JobsOfSession } from '#web/app/jobs-of-session.tsx';
