/** What every page shows of jobs and of routes, and what jobs need to know of bot users and routes: one file. */
export { JobCard } from '#web/features/jobs/card/job-card.tsx';
export { JobLink } from '#web/features/jobs/card/job-link.tsx';
export { ConfirmNotices } from '#web/features/routes/confirm/confirm-notices.tsx';
export { PastEndLink } from '#web/features/routes/past-end-link.tsx';
export { JobsOfSession } from '#web/app/jobs-of-session.tsx';
