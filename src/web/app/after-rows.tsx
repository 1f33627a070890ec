import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { protectionQuery } from '#web/api/protection.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { JobsOfSession } from '#web/features/jobs/jobs-of-session.tsx';
import { createRouteTarget } from '#web/features/routes/route-target.ts';
import { LastChange } from '#web/ui/notifications.tsx';

/** How bot users and routes are changed. */
const createTargets = () => {
  return { 'bot-user': createBotUserTarget(), route: createRouteTarget() };
};

/** On every page, some time after the first rows. */
export function AfterRows() {
  const [targets] = useState(createTargets);
  useQuery(protectionQuery);
  return (
    <>
      <JobsOfSession targets={targets} />
      <LastChange />
    </>
  );
}
