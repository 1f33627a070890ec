import { JobsOfSession } from '#web/app/jobs-of-session.tsx';
import { ConfirmNotices } from '#web/features/routes/confirm/confirm-notices.tsx';

/** On every page, from the first rows on. */
export const LateSigns = () => (
  <>
    <JobsOfSession />
    <ConfirmNotices />
  </>
);
