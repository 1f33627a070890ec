import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { protectionQuery } from '#web/api/protection.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { JobsOfSession } from '#web/features/jobs/jobs-of-session.tsx';
import { createRouteTarget } from '#web/features/routes/route-target.ts';
import { LastChange } from '#web/ui/notifications.tsx';
import { loadAtLast } from '#web/ui/on-demand.tsx';

/** How bot users and routes are changed. */
const createTargets = () => ({ 'bot-user': createBotUserTarget(), route: createRouteTarget() });

/** On every page, some time after the first rows. */
export function AfterRows() {
  const [targets] = useState(createTargets);
  useQuery(protectionQuery);
  // It is pressed when something seems wrong: a service that is gone must not keep back the code that says so.
  useEffect(() => void loadAtLast(() => import('#web/features/bot-users/refresh.ts')), []);
  return (
    <>
      <JobsOfSession targets={targets} />
      <LastChange />
    </>
  );
}
