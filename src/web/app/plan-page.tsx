import { lastList } from '#web/features/bot-users/last-opened.ts';
import { PlanPage } from '#web/features/jobs/plan-page.tsx';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { paths } from '#web/paths.ts';

/** A plan knows no list: each leads back to its own. */
const lists = () => ({ 'bot-user': lastList.link(), route: { to: paths.routes } });

export function Component() {
  return openPlan.use()?.target === 'route' ? <RoutePlanPage /> : <PlanPage lists={lists()} />;
}

/** With the names of policies, which may still have to be read. */
const RoutePlanPage = () => <PlanPage lists={lists()} names={usePolicyNames().policies} />;
