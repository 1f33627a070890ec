import { JobsOfSession } from '#web/app/jobs-of-session.tsx';
import { LastChange } from '#web/ui/notifications.tsx';

/** On every page, some time after the first rows. */
export function AfterRows() {
  return (
    <>
      <JobsOfSession />
      <LastChange />
    </>
  );
}
