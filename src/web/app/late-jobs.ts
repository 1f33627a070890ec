/** What every page shows of jobs and of routes, and what jobs need to know of bot users and routes: one file. */
export { JobCard } from '#web/features/jobs/card/job-card.tsx';
export { BarLinks } from '#web/app/bar-links.tsx';
export { ConnectionState } from '#web/app/connection.tsx';
export { LateSigns } from '#web/app/late-signs.tsx';
