import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { inventoryEndpoints, type SharedPolicy } from '#contract/inventory.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { callOrigin } from '#web/api/call.ts';
import { runtimeConfig, useConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';

/** The names of IP policies, as the operator gives them: the API itself tells only ids. */
const policiesQuery = ({ inventory_base }: RuntimeConfig) =>
  queryOptions({
    queryKey: ['inventory', 'ip-policies'],
    queryFn:
      inventory_base === null
        ? skipToken
        : async ({ signal }) => {
            const path = inventory_base + inventoryEndpoints.policies.path;
            const endpoint = { ...inventoryEndpoints.policies, path };
            return (await callOrigin(endpoint, {}, { signal })).ip_policies;
          },
  });

const NONE: readonly SharedPolicy[] = [];
const indexes = new WeakMap<readonly SharedPolicy[], ReturnType<typeof makeIndex>>();

/** Made once for each list: a plan asks for the names of thousands of policies. */
function indexOf(policies: readonly SharedPolicy[]) {
  const index = indexes.get(policies) ?? makeIndex(policies);
  indexes.set(policies, index);
  return index;
}

function makeIndex(policies: readonly SharedPolicy[]) {
  const key = (text: string) => text.trim().normalize().toLowerCase();
  const names = new Map(policies.map(({ id, name }) => [id, name.trim()]));
  const byName = new Map<string, string[]>();
  for (const { id, name } of policies)
    byName.set(key(name), [...(byName.get(key(name)) ?? []), id]);
  return {
    /** In the operator's order. */
    policies,
    /** Empty where a policy has no name. */
    nameOf: (id: string) => names.get(id) ?? '',
    /** Ids by a whole name or id. */
    find: (text: string): string[] => {
      if (names.has(text.trim())) return [text.trim()];
      return key(text) === '' ? [] : (byName.get(key(text)) ?? []);
    },
  };
}

export function usePolicyNames() {
  const config = useConfig();
  const { data = NONE, isLoading, error, refetch } = useQuery(policiesQuery(config));
  /** `isOffered`: false where the service has no such list. */
  const isOffered = config.inventory_base !== null;
  return { ...indexOf(data), isOffered, isLoading, error, refetch };
}

/** Outside of components: as far as the names were read. */
export const policyNames = () =>
  indexOf(queryClient.getQueryData(policiesQuery(runtimeConfig()).queryKey) ?? NONE);
