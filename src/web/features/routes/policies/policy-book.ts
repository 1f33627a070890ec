import { useSyncExternalStore } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  type NamedPolicy,
  policyNames,
  subscribeNames,
} from '#web/features/routes/policies/policy-names.ts';

/** What is known of one IP policy: by the operator, by this device, or by the routes that use it. */
export interface KnownPolicy {
  id: string;
  /** What people call it; empty where it has no name. */
  name: string;
  /** What it is for; may be empty. */
  note: string;
  /** Known routes whose module held it at the last check. */
  usedBy: number;
}

/** Names of policies and where they are used: the API tells nothing but their ids. */
export interface PolicyBook {
  /** By name, then by id; those without a name last. */
  policies: readonly KnownPolicy[];
  /** Empty where it has none. */
  nameOf: (id: string) => string;
  /**
   * The ids that a whole id or a whole name in any case stands for: mostly one, several where names are alike. A text
   * that is neither stands for itself, as an id that is not known yet; an empty one for nothing.
   */
  find: (text: string) => readonly string[];
}

const subscribe = (listener: () => void) => {
  const ends = [subscribeNames(listener), knownRoutes().subscribe(listener)];
  return () => ends.forEach((end) => end());
};

interface Made {
  names: ReadonlyMap<string, NamedPolicy>;
  routes: readonly KnownRoute[];
  uses: ReadonlyMap<string, number>;
  book: PolicyBook;
}
let made: Made | undefined;

/** Outside of components. The same book until a name or a use changes. */
export function policyBook(): PolicyBook {
  const names = policyNames();
  const { routes } = knownRoutes().get();
  if (made?.names !== names || made.routes !== routes) {
    const uses = made?.routes === routes ? made.uses : usesIn(routes);
    const isKept = made?.names === names && isSame(uses, made.uses);
    made = { names, routes, uses, book: isKept && made ? made.book : bookOf(names, uses) };
  }
  return made.book;
}

/** Draws again when a name or a use changes. Where only the name of one id is shown, `usePolicyName` costs less. */
export const usePolicyBook = (): PolicyBook => useSyncExternalStore(subscribe, policyBook);

/** In how many of the routes each policy was at their last checks. */
function usesIn(routes: readonly KnownRoute[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { last_check: check } of routes)
    for (const id of new Set(check?.state === 'module' ? check.ip_policy_ids : []))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const isSame = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
  a.size === b.size && [...a].every(([id, count]) => b.get(id) === count);

/** Two names are the same where people would read them so. */
const nameKey = (name: string) => name.trim().replaceAll(/\s+/g, ' ').normalize().toLowerCase();

const order = (a: string, b: string) => Number(a > b) - Number(a < b);

export function bookOf(
  names: ReadonlyMap<string, NamedPolicy>,
  used: ReadonlyMap<string, number>,
): PolicyBook {
  const known = [...new Set([...names.keys(), ...used.keys()])].map((id) => {
    const { name = '', note = '' } = names.get(id) ?? {};
    return { key: nameKey(name), policy: { id, name, note, usedBy: used.get(id) ?? 0 } };
  });
  const ids = new Set(known.map(({ policy }) => policy.id));
  const byName = new Map<string, string[]>();
  for (const { key, policy } of known)
    if (key !== '') byName.set(key, [...(byName.get(key) ?? []), policy.id]);
  return {
    policies: known
      .toSorted(
        (a, b) =>
          Number(a.key === '') - Number(b.key === '') ||
          order(a.key, b.key) ||
          order(a.policy.id, b.policy.id),
      )
      .map(({ policy }) => policy),
    nameOf: (id) => names.get(id)?.name ?? '',
    find(text) {
      const whole = text.trim();
      if (whole === '') return [];
      return (ids.has(whole) ? undefined : byName.get(nameKey(whole))) ?? [whole];
    },
  };
}
