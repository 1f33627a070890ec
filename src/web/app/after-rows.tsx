import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { access } from '#web/api/access.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory, runtimeConfig } from '#web/api/config.ts';
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
  // What the operator has protected; nothing is where there are no rules at all.
  useQuery({
    queryKey: ['inventory', 'protection'],
    queryFn: async ({ signal }) => {
      const protection = await callInventory(inventoryEndpoints.protection, {}, { signal });
      access.set({ ...access.get(), protection });
      return protection;
    },
    enabled: hasInventory() && runtimeConfig().write_rules !== null,
  });
  // It is pressed when something seems wrong: a service that is gone must not keep back the code that says so.
  useEffect(() => void loadAtLast(() => import('#web/features/bot-users/refresh.ts')), []);
  return (
    <>
      <JobsOfSession targets={targets} />
      <LastChange />
    </>
  );
}
