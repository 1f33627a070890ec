import type { Place, ReadList } from '#bulk/read-list.ts';
import { routeKey } from '#bulk/route-ids.ts';
import type { KnownRoute, NewRoute } from '#web/features/routes/known-routes.ts';
import { count, formatNumber } from '#web/lib/format.ts';

export type PlannedRoute = Place & {
  route: NewRoute;
  /** `repeated`: an earlier line names the route, and counts. */
  kind: 'new' | 'relabel' | 'same' | 'repeated';
  /** Its name before; empty where it is new. */
  was: string;
};

/** What adding would do, in the order of the text. */
export type RoutesPlan = {
  lines: PlannedRoute[];
  added: NewRoute[];
  relabelled: NewRoute[];
  unreadable: ReadList<NewRoute>['unreadable'];
};

/** A label takes the place of another one; no label leaves the one that is there. */
export function planRoutes(
  { items, unreadable }: Pick<ReadList<NewRoute>, 'items' | 'unreadable'>,
  known: ReadonlyMap<string, KnownRoute>,
): RoutesPlan {
  const seen = new Set<string>();
  const lines = items.map(({ item: route, ...place }): PlannedRoute => {
    const key = routeKey(route);
    const isRepeated = seen.has(key);
    seen.add(key);
    const was = known.get(key)?.name.trim() ?? '';
    const isSame = was !== '' && (route.label === '' || route.label === was);
    const kind = isRepeated ? 'repeated' : isSame ? 'same' : was === '' ? 'new' : 'relabel';
    return { ...place, route, kind, was };
  });
  const of = (kind: PlannedRoute['kind']) =>
    lines.filter((line) => line.kind === kind).map(({ route }) => route);
  return { lines, added: of('new'), relabelled: of('relabel'), unreadable };
}

/** `12 routes and 3 labels`, behind "Add" or "Added". */
export const addedText = ({ added, relabelled }: RoutesPlan) =>
  [
    added.length > 0 && count(added.length, 'route'),
    relabelled.length > 0 && count(relabelled.length, 'label'),
  ]
    .filter(Boolean)
    .join(' and ');

/** `12 new, 3 with a new label, 40 already here, 2 repeated, 1 cannot be read` */
export function planText({ lines, unreadable }: RoutesPlan): string {
  const of = (kind: PlannedRoute['kind']) => lines.filter((line) => line.kind === kind).length;
  const groups = [
    [of('new'), 'new'],
    [of('relabel'), 'with a new label'],
    [of('same'), 'already here'],
    [of('repeated'), 'repeated'],
    [unreadable.length, 'cannot be read'],
  ] as const;
  return groups
    .filter(([size]) => size > 0)
    .map(([size, group]) => `${formatNumber(size)} ${group}`)
    .join(', ');
}
