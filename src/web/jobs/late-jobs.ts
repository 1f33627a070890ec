/** One file, fetched after the first rows. */
export { changes } from '#web/jobs/changes.ts';
export { jobs } from '#web/jobs/jobs.ts';
