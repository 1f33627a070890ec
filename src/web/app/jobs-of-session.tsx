import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { JobsOfSession as Jobs } from '#web/features/jobs/jobs-of-session.tsx';

/** Tells the jobs of this session how bot users and routes are changed. */
export function JobsOfSession() {
  const client = useQueryClient();
  const loadTargets = useCallback(async () => {
    const [{ createBotUserTarget }, { createRouteTarget }] = await Promise.all([
      import('#web/features/bot-users/bot-user-target.ts'),
      import('#web/features/routes/apply/route-target.ts'),
    ]);
    return { 'bot-user': createBotUserTarget(), route: createRouteTarget(client) };
  }, [client]);
  return <Jobs loadTargets={loadTargets} />;
}
