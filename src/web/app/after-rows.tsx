import { useQuery } from '@tanstack/react-query';
import { protectionQuery } from '#web/api/protection.ts';
import { JobsOfSession } from '#web/features/jobs/jobs-of-session.tsx';
import { LastChange } from '#web/ui/notifications.tsx';

/** How bot users and routes are changed. */
async function loadTargets() {
  const [{ createBotUserTarget }, { createRouteTarget }] = await Promise.all([
    import('#web/features/bot-users/bot-user-target.ts'),
    import('#web/features/routes/route-target.ts'),
  ]);
  return { 'bot-user': createBotUserTarget(), route: createRouteTarget() };
}

/** On every page, some time after the first rows. */
export function AfterRows() {
  useQuery(protectionQuery);
  return (
    <>
      <JobsOfSession loadTargets={loadTargets} />
      <LastChange />
    </>
  );
}
