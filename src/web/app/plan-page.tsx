import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import { PlanPage } from '#web/features/jobs/plan/plan-page.tsx';
import { paths } from '#web/paths.ts';

/** A plan knows no list: each leads back to its own. */
export const AppPlanPage = () => (
  <PlanPage lists={{ 'bot-user': lastList.link(), route: { to: paths.routes } }} />
);
