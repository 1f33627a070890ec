import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inventoryEndpoints, type SharedPolicy } from '#contract/inventory.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';

/** The names of IP policies, as the operator gives them: the API itself tells only ids. */
const policiesQuery = queryOptions({
  queryKey: ['inventory', 'ip-policies'],
  queryFn: async ({ signal }) =>
    toBook((await callInventory(inventoryEndpoints.policies, {}, { signal })).ip_policies),
  enabled: hasInventory,
});

/** Made once for each list: a plan asks for the names of thousands of policies. */
function toBook(policies: readonly SharedPolicy[]) {
  const fold = (text: string) => text.trim().normalize().toLowerCase();
  const names = new Map(policies.map(({ id, name }) => [id, name.trim()]));
  const byName = new Map<string, string[]>();
  for (const { id, name } of policies)
    byName.set(fold(name), [...(byName.get(fold(name)) ?? []), id]);
  return {
    /** In the operator's order. */
    policies,
    /** Empty where a policy has no name. */
    nameOf: (id: string) => names.get(id) ?? '',
    /** Ids by a whole name or id. */
    find(text: string): string[] {
      if (names.has(text.trim())) return [text.trim()];
      return fold(text) === '' ? [] : (byName.get(fold(text)) ?? []);
    },
  };
}

const NONE = toBook([]);

/** Outside of components: as far as the names were read. */
export const policyNames = () => queryClient.getQueryData(policiesQuery.queryKey) ?? NONE;

export function usePolicyNames() {
  const { data = NONE, isLoading, error, refetch } = useQuery(policiesQuery);
  /** `isOffered`: false where the service has no such list. */
  return { ...data, isOffered: hasInventory(), isLoading, error, refetch };
}

/** An IP policy, and how many checked routes use it with their IP restriction on or off. */
export type KnownPolicy = SharedPolicy & { on: number; off: number };

/** The operator's policies in their order, then those that were only met on routes. */
export function useKnownPolicies() {
  const { routes } = useKnownRoutes();
  const names = usePolicyNames();
  const { policies: shared, isOffered, isLoading, error } = names;
  const byId = useMemo(() => {
    const all = new Map<string, KnownPolicy>();
    for (const { id, name, note } of shared)
      all.set(id, { id, name: name.trim(), note: note.trim(), on: 0, off: 0 });
    for (const { last_check: check } of routes)
      for (const id of check?.ip_policy_ids ?? []) {
        const policy = all.get(id) ?? { id, name: '', note: '', on: 0, off: 0 };
        policy[check?.state === 'on' ? 'on' : 'off'] += 1;
        all.set(id, policy);
      }
    return all;
  }, [shared, routes]);
  return {
    ...names,
    policies: useMemo(() => [...byId.values()], [byId]),
    /** Where no list says which policies exist, any may. */
    isKnown: (id: string) => !isOffered || isLoading || error !== null || byId.has(id),
  };
}
