import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '#web/api/call.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { createBotUserTarget } from '#web/features/bot-users/plan/bot-user-target.ts';
import { JobSigns } from '#web/features/jobs/card/job-signs.tsx';
import { UndoChange } from '#web/features/jobs/recent-changes/undo-change.tsx';
import { createRouteTarget } from '#web/features/routes/apply/route-target.ts';
import { undoRequest } from '#web/jobs/job-parts.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';

/** Tells the jobs of this session how bot users and routes are changed: one that was not finished goes on. */
export function JobsOfSession() {
  const client = useQueryClient();
  const { cache, publish } = useBotUsersContext();
  const undo = useSyncExternalStore(undoRequest.subscribe, undoRequest.get);
  useEffect(() => {
    const targets = {
      'bot-user': createBotUserTarget({ call, cache, publish }),
      route: createRouteTarget(client),
    };
    void jobs.connect(targets, session.signal());
  }, [client, cache, publish]);
  return (
    <>
      <JobSigns />
      {undo && <UndoChange request={undo} onClose={() => undoRequest.set(undefined)} />}
    </>
  );
}
