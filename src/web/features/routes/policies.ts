import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inventoryEndpoints, type SharedPolicy } from '#contract/inventory.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { callOrigin } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';

/** The names of IP policies, as the operator gives them: the API itself tells only ids. */
export const policiesQuery = ({ inventory_base }: RuntimeConfig) =>
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

/** `policies`: in the operator's order; `nameOf`: empty where a policy has no name; `find`: ids by a whole name or id. */
export function usePolicyNames() {
  const config = useConfig();
  const { data: policies = NONE, isLoading, error } = useQuery(policiesQuery(config));
  return useMemo(() => {
    const names = new Map(policies.map(({ id, name }) => [id, name.trim()]));
    const key = (text: string) => text.trim().normalize().toLowerCase();
    return {
      policies,
      /** False where the service has no such list. */
      isOffered: config.inventory_base !== null,
      isLoading,
      error,
      nameOf: (id: string) => names.get(id) ?? '',
      find: (text: string): string[] =>
        names.has(text.trim())
          ? [text.trim()]
          : policies.filter(({ name }) => key(name) === key(text)).map(({ id }) => id),
    };
  }, [policies, isLoading, error, config.inventory_base]);
}
