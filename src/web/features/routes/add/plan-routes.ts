import type { ReadRoute, RoutesRead } from '#web/features/routes/add/read-routes.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey, type NewRoute } from '#web/features/routes/kept-route.ts';

export type PlannedRoute = { route: ReadRoute } & (
  | { kind: 'new' }
  /** Here already, under the name `was`. */
  | { kind: 'relabel'; was: string }
  | { kind: 'same'; name: string }
  /** Read before, at `first`. */
  | { kind: 'repeated'; first: ReadRoute }
);

/** What adding would do; shown before it is done. Each in the order of the text. */
export interface RoutesPlan {
  /** What adding changes. */
  added: NewRoute[];
  relabelled: NewRoute[];
  lines: PlannedRoute[];
}

/**
 * A label takes the place of another one; no label leaves the one that is there. Of a route that comes twice the first
 * label counts.
 *
 * @param known by `routeKey`
 */
export function planRoutes(
  { routes }: Pick<RoutesRead, 'routes'>,
  known: ReadonlyMap<string, KnownRoute>,
): RoutesPlan {
  const firstByKey = new Map<string, ReadRoute>();
  const plan: RoutesPlan = { added: [], relabelled: [], lines: [] };

  const read = routes.map((route) => {
    const key = routeKey(route);
    const first = firstByKey.get(key);
    if (first === undefined) {
      const copy = { ...route };
      firstByKey.set(key, copy);
      return { key, route: copy };
    }
    if (first.label === '') first.label = route.label;
    return { key, route, first };
  });
  for (const { key, route, first } of read) {
    const here = known.get(key);
    if (first !== undefined) plan.lines.push({ route, kind: 'repeated', first });
    else if (here === undefined) {
      plan.lines.push({ route, kind: 'new' });
      plan.added.push(toAdd(route));
    } else if (route.label === '' || route.label === here.name.trim())
      plan.lines.push({ route, kind: 'same', name: here.name });
    else {
      plan.lines.push({ route, kind: 'relabel', was: here.name });
      plan.relabelled.push(toAdd(route));
    }
  }
  return plan;
}

const toAdd = ({ edge_id, id, label, pinned }: ReadRoute): NewRoute => ({
  edge_id,
  id,
  label,
  ...(pinned && { pinned }),
});
