import { useMemo } from 'react';
import type { SharedPolicy } from '#contract/inventory.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';

/** An IP policy, and how many checked routes use it with their IP restriction on or off. */
export interface KnownPolicy {
  id: string;
  /** Empty where it has none. */
  name: string;
  note: string;
  on: number;
  off: number;
}

/** The operator's policies in their order, then those that were only met on routes. */
function joinPolicies(
  shared: readonly SharedPolicy[],
  routes: readonly KnownRoute[],
): KnownPolicy[] {
  const all = new Map<string, KnownPolicy>();
  const add = (id: string, name: string, note: string) => {
    const policy = all.get(id) ?? { id, name, note, on: 0, off: 0 };
    all.set(id, policy);
    return policy;
  };
  for (const { id, name, note } of shared) add(id, name.trim(), note.trim());
  for (const { last_check: check } of routes)
    for (const id of check?.ip_policy_ids ?? [])
      add(id, '', '')[check?.state === 'on' ? 'on' : 'off'] += 1;
  return [...all.values()];
}

export function useKnownPolicies() {
  const { routes } = useKnownRoutes();
  const names = usePolicyNames();
  const { policies: shared, isOffered, isLoading, error } = names;
  const policies = useMemo(() => joinPolicies(shared, routes), [shared, routes]);
  const ids = useMemo(() => new Set(policies.map(({ id }) => id)), [policies]);
  const isComplete = isOffered && !isLoading && !error;
  return {
    ...names,
    policies,
    /** Where no list says which policies exist, any may. */
    isKnown: (id: string) => !isComplete || ids.has(id),
  };
}
