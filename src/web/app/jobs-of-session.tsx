import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#web/api/call.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { JobsOfSession as Jobs } from '#web/features/jobs/jobs-of-session.tsx';

/** Tells the jobs of this session how bot users and routes are changed. */
export function JobsOfSession() {
  const client = useQueryClient();
  const { cache, publish } = useBotUsersContext();
  const loadTargets = useCallback(async () => {
    const [{ createBotUserTarget }, { createRouteTarget }] = await Promise.all([
      import('#web/features/bot-users/plan/bot-user-target.ts'),
      import('#web/features/routes/apply/route-target.ts'),
    ]);
    return {
      'bot-user': createBotUserTarget({ call, cache, publish }),
      route: createRouteTarget(client),
    };
  }, [client, cache, publish]);
  return <Jobs loadTargets={loadTargets} />;
}
