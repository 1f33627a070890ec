import { JobCard } from '#web/features/jobs/card/job-card.tsx';

export const JobStatus = () => <JobCard />;
