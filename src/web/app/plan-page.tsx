import { useSyncExternalStore } from 'react';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import { PlanPage } from '#web/features/jobs/plan-page.tsx';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';

/** A plan knows no list: each leads back to its own. */
const lists = () => ({ 'bot-user': lastList.link(), route: { to: paths.routes } });

export function Component() {
  const plan = useSyncExternalStore(jobs.subscribe, jobs.plan);
  return plan?.target === 'route' ? <RoutePlanPage /> : <PlanPage lists={lists()} />;
}

/** With the names of policies, which may still have to be read. */
const RoutePlanPage = () => <PlanPage lists={lists()} names={usePolicyNames().policies} />;
