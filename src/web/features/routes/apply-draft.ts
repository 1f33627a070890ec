import { RouteIds } from '#bulk/route-ids.ts';
import { fillPath } from '#contract/endpoint.ts';
import type { Order } from '#web/features/routes/build-plan.ts';
import { emptyInput, type PolicyInput } from '#web/features/routes/policy-lines.ts';
import { createPlanDraft } from '#web/jobs/use-open-plan.ts';
import { paramsOf, paths } from '#web/paths.ts';

/** Everything that is chosen and typed on the page of the roll-out, besides the routes. */
export interface ApplyDraft extends Order {
  input: PolicyInput;
}

export const emptyDraft: ApplyDraft = {
  mode: 'add',
  ids: [],
  enabled: true,
  input: emptyInput,
};

export const applyDraft = createPlanDraft(emptyDraft);

/** Address of that page that begins with the IP restriction of this route, for other ones. */
export function applyPath(source: RouteIds): string {
  const from = fillPath('/{edge_id}/{id}', { ...source }).slice(1);
  return `${paths.applyToRoutes}?${new URLSearchParams({ from })}`;
}

/** The route that such an address names. */
export function sourceIn(search: string): RouteIds | undefined {
  const from = new URLSearchParams(search).get('from') ?? '';
  return RouteIds.safeParse(paramsOf('/:edge_id/:id', `/${from}`)).data;
}
