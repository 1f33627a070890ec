import { reasonOf } from '#web/api/failure-text.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { readModule } from '#web/features/routes/queries.ts';
import type { Plan, PlanLine } from '#web/jobs/job.ts';
import { toPlan } from '#web/jobs/to-plan.ts';
import { nameOf } from '#web/ui/safe-line.ts';

/** Turns several on again that were turned off for a time: each is read first, and nothing but `enabled` changes. */
export async function planTurnOn(routes: readonly KnownRoute[]): Promise<Plan> {
  const plannedAt = Date.now();
  const lines = await Promise.all(routes.map(lineOf));
  return toPlan({ target: 'route', lines, plannedAt });
}

async function lineOf(route: KnownRoute): Promise<PlanLine> {
  const { edge_id, id } = route;
  const key = { id: routeKey(route), label: nameOf(route) };
  const skipped = (note: string): PlanLine => ({
    ...key,
    before: null,
    after: null,
    kind: 'conflict',
    note,
  });
  try {
    const { module } = await readModule({ edge_id, id });
    if (module === null) return skipped('It no longer has an IP restriction');
    if (module.enabled)
      return { ...key, before: module, after: module, kind: 'no-change', note: 'Already on' };
    if (module.ip_policy_ids.length === 0) return skipped('Its list of policies is empty');
    return { ...key, before: module, after: { ...module, enabled: true }, kind: 'replace' };
  } catch (error) {
    return skipped(`Cannot be read: ${reasonOf(error)}`);
  }
}
