import type { SharedRoute } from '#contract/inventory.ts';
import {
  emptyRoute,
  type KeptRoute,
  type LastCheck,
  routeKey,
} from '#web/features/routes/kept-route.ts';

export interface KnownRoute extends KeptRoute {
  /** What people call it: the label of this device, else the operator's, else the id. */
  name: string;
  /** On the operator's list, so everybody has it. */
  shared: boolean;
}

export type Exposure = 'open' | 'protected' | 'errors' | 'unchecked';

/** Whether traffic is checked, as far as this device knows. What was never read is never protected. */
export function exposureOf(check: LastCheck | undefined): Exposure {
  if (check === undefined) return 'unchecked';
  if (check.state === 'module')
    return check.enabled && check.ip_policy_ids.length > 0 ? 'protected' : 'open';
  return check.state === 'none' ? 'open' : 'errors';
}

/**
 * Both lists as one: pinned first, then the last opened, then the operator's, then in the order of adding. Each route
 * once: lists that somebody wrote by hand may name one twice.
 */
export function joinRoutes(kept: readonly KeptRoute[], shared: readonly SharedRoute[]) {
  const keptByKey = new Map(kept.map((route) => [routeKey(route), route]));
  const routes = new Map<string, KnownRoute>();
  for (const { label, edge_id, id } of shared) {
    const key = routeKey({ edge_id, id });
    const own = keptByKey.get(key) ?? emptyRoute(edge_id, id);
    const name = own.label.trim() || label.trim() || id;
    if (!routes.has(key)) routes.set(key, { ...own, name, shared: true });
  }
  for (const [key, route] of keptByKey) {
    const name = route.label.trim() || route.id;
    if (!routes.has(key) && !route.from_shared) routes.set(key, { ...route, name, shared: false });
  }
  return [...routes.values()].toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (b.opened_at ?? 0) - (a.opened_at ?? 0),
  );
}

/** Values are replaced, never changed: most are the same object. Another tab's are read anew. */
export const isEqual = (a: KnownRoute, b: KnownRoute) =>
  (Object.keys(b) as Array<keyof KnownRoute>).every(
    (field) => a[field] === b[field] || JSON.stringify(a[field]) === JSON.stringify(b[field]),
  );
