import type { KnownRoute, NewRoute } from '#web/features/routes/known-routes.ts';
import type { Place, ReadList } from '#web/features/routes/read-list.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { count, formatNumber } from '#web/lib/format.ts';

export type PlannedRoute = { route: NewRoute } & Place &
  (
    | { kind: 'new' }
    /** Here already, under the name `was`. */
    | { kind: 'relabel'; was: string }
    | { kind: 'same'; name: string }
    /** Read before. */
    | { kind: 'repeated'; first: Place & { route: NewRoute } }
  );

/** What adding would do, in the order of the text. */
export type RoutesPlan = {
  lines: PlannedRoute[];
  added: NewRoute[];
  relabelled: NewRoute[];
  unreadable: ReadList<NewRoute>['unreadable'];
};

/**
 * A label takes the place of another one; no label leaves the one that is there. Of a route that comes twice the first
 * label counts.
 */
export function planRoutes(
  { items, unreadable }: Pick<ReadList<NewRoute>, 'items' | 'unreadable'>,
  known: ReadonlyMap<string, KnownRoute>,
): RoutesPlan {
  const firsts = new Map<string, Place & { route: NewRoute }>();
  for (const { item, ...place } of items) {
    const first = firsts.get(routeKey(item));
    if (!first) firsts.set(routeKey(item), { ...place, route: { ...item } });
    else first.route.label ||= item.label;
  }
  const lines = items.map(({ item, ...place }): PlannedRoute => {
    const first = firsts.get(routeKey(item)) ?? { ...place, route: item };
    const { route } = first;
    const here = known.get(routeKey(item));
    const isFirst = first.line === place.line && first.entry === place.entry;
    if (!isFirst) return { route: item, ...place, kind: 'repeated', first };
    if (!here) return { route, ...place, kind: 'new' };
    if (route.label === '' || route.label === here.name.trim())
      return { route, ...place, kind: 'same', name: here.name };
    return { route, ...place, kind: 'relabel', was: here.name };
  });
  const of = (kind: PlannedRoute['kind']) =>
    lines.filter((line) => line.kind === kind).map(({ route }) => route);
  return { lines, added: of('new'), relabelled: of('relabel'), unreadable };
}

type Counts = { added: number; relabelled: number };

/** `Add 12 routes, change 3 labels` */
export function buttonText({ added, relabelled }: Counts): string {
  if (added + relabelled === 0) return 'Add routes';
  const parts = [
    added > 0 && `add ${count(added, 'route')}`,
    relabelled > 0 && `change ${count(relabelled, 'label')}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Added 12 routes, changed 3 labels.` */
export const doneText = (counts: Counts) =>
  `${buttonText(counts)
    .replace(/^Add/, 'Added')
    .replace(/change/i, (word) => `${word}d`)}.`;

/** `12 new, 3 labels change, 40 already here, 2 repeated, 1 cannot be read` */
export function planText({ lines, unreadable }: RoutesPlan): string {
  const of = (kind: PlannedRoute['kind']) => lines.filter((line) => line.kind === kind).length;
  const groups = [
    [of('new'), 'new'],
    [of('relabel'), of('relabel') === 1 ? 'label changes' : 'labels change'],
    [of('same'), 'already here'],
    [of('repeated'), 'repeated'],
    [unreadable.length, 'cannot be read'],
  ] as const;
  return groups
    .filter(([size]) => size > 0)
    .map(([size, group]) => `${formatNumber(size)} ${group}`)
    .join(', ');
}

/** `Line 7`, `Line 1, entry 3` */
export const placeText = ({ line, entry }: Place) =>
  `Line ${formatNumber(line)}${entry === undefined ? '' : `, entry ${formatNumber(entry)}`}`;
