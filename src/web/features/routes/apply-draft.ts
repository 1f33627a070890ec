import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { RouteIds, routeKey } from '#bulk/route-ids.ts';
import { fillPath } from '#contract/endpoint.ts';
import type { Order } from '#web/features/routes/build-plan.ts';
import { emptyInput, isPending, type PolicyInput } from '#web/features/routes/policy-lines.ts';
import { restrictionQuery } from '#web/features/routes/queries.ts';
import { selection } from '#web/features/routes/selection.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { createDraft } from '#web/session/drafts.ts';
import { notify } from '#web/ui/notify.ts';

/** Everything that is chosen and typed on the page of the roll-out, besides the routes. */
export interface ApplyDraft extends Order {
  input: PolicyInput;
}

const emptyDraft: ApplyDraft = {
  mode: 'add',
  ids: [],
  enabled: true,
  input: emptyInput,
};

export const applyDraft = createDraft(emptyDraft);

/** Address of that page that begins with the IP restriction of this route, for other ones. */
export function applyPath(source: RouteIds): string {
  const from = fillPath('/{edge_id}/{id}', { ...source }).slice(1);
  return `${paths.applyToRoutes}?${new URLSearchParams({ from })}`;
}

/** The address may name a route whose IP restriction is for the others. Else what was not applied stays. */
export function useSource() {
  const navigate = useNavigate();
  const from = new URLSearchParams(useLocation().search).get('from') ?? '';
  const source = RouteIds.safeParse(paramsOf('/:edge_id/:id', `/${from}`)).data;
  const { data, isLoading, error, refetch } = useQuery({
    ...restrictionQuery(source ?? { edge_id: '', id: '' }),
    enabled: source !== undefined,
  });
  const begin = useEffectEvent(({ restriction }: RestrictionRead) => {
    if (!source) return;
    // Whoever comes back from the plan finds what they have chosen since.
    void navigate(paths.applyToRoutes, { replace: true });
    if (!restriction) return notify({ text: 'That route has no IP restriction.', isFailure: true });
    const before = applyDraft.get();
    if (before.ids.length > 0 || isPending(before.input)) {
      const undo = () => applyDraft.edit(before);
      notify({ text: 'What you had begun here is replaced.', undo });
    }
    applyDraft.edit({ ...emptyDraft, mode: 'replace', ids: restriction.ip_policy_ids });
    selection.remove([routeKey(source)]);
  });
  useEffect(() => {
    if (data) begin(data);
  }, [data]);
  return { isLoading, error, refetch };
}
