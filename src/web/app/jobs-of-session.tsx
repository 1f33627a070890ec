import { JobsOfSession as Jobs } from '#web/features/jobs/jobs-of-session.tsx';

/** How bot users and routes are changed. */
async function loadTargets() {
  const [{ createBotUserTarget }, { createRouteTarget }] = await Promise.all([
    import('#web/features/bot-users/bot-user-target.ts'),
    import('#web/features/routes/route-target.ts'),
  ]);
  return { 'bot-user': createBotUserTarget(), route: createRouteTarget() };
}

export const JobsOfSession = () => <Jobs loadTargets={loadTargets} />;
