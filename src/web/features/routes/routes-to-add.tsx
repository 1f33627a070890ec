import { Box } from '@mantine/core';
import { placeText, readList, type Place, type UnreadableLine } from '#bulk/read-list.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { ownHosts, runtimeConfig } from '#web/api/config.ts';
import type { KnownRoute, NewRoute } from '#web/features/routes/known-routes.ts';
import { routeLines } from '#web/features/routes/route-lines.ts';
import { ShortIds } from '#web/features/routes/route-row.tsx';
import { count, formatNumber, shorten, shortId } from '#web/lib/format.ts';
import { HeadRow } from '#web/ui/head-row.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import table from '#web/ui/table.module.css';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type PlannedRoute = Place & {
  route: NewRoute;
  /** `repeated`: an earlier line names the route, and counts. */
  kind: 'new' | 'relabel' | 'same' | 'repeated';
  /** Its name before; empty where it is new. */
  was: string;
};

/** What adding would do, in the order of the text. */
type RoutesPlan = {
  lines: PlannedRoute[];
  added: NewRoute[];
  relabelled: NewRoute[];
  unreadable: UnreadableLine[];
  /** The row of headings. */
  head: string;
};

/** A label takes the place of another one; no label leaves the one that is there. */
export function planRoutes(text: string, known: ReadonlyMap<string, KnownRoute>): RoutesPlan {
  const { items, unreadable, head = '' } = readList(text, routeLines(ownHosts(runtimeConfig())));
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
  return { lines, added: of('new'), relabelled: of('relabel'), unreadable, head };
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

/** So many lines are shown, those first that a person has to look at. */
const SHOWN_MAX = 200;

const WHAT = { new: 'New', relabel: 'New label, was ', repeated: 'Repeated', same: 'Already here' };

/** What adding changes comes before what stays as it is. */
const RANKS = { new: 0, relabel: 0, repeated: 1, same: 2 } as const;

export function RoutesToAdd({ plan: { lines, unreadable } }: { plan: RoutesPlan }) {
  const all = unreadable.length + lines.length;
  if (all === 0) return null;
  const sorted = lines.toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind]);
  return (
    <div className={table.wrap}>
      <table role="table" aria-label="Routes to add" className={table.table}>
        <HeadRow names={['Label', 'Edge and route', 'What']} />
        <tbody role="rowgroup">
          {unreadable.slice(0, SHOWN_MAX).map((line, at) => (
            <tr key={`${line.line} ${at}`} role="row" className={table.failed}>
              <th role="rowheader" scope="row">
                {placeText(line)}
              </th>
              <td role="cell" colSpan={2} aria-colspan={2} className={table.id}>
                <code title={toSafeLine(line.text)}>
                  <UntrustedText text={shorten(line.text, 300)} />
                </code>
                <Box c="var(--app-danger-text)">
                  Cannot be read: <UntrustedText text={shorten(line.reason, 300)} />
                </Box>
              </td>
            </tr>
          ))}
          {sorted.slice(0, Math.max(0, SHOWN_MAX - unreadable.length)).map((line) => (
            <Line key={placeText(line)} line={line} />
          ))}
        </tbody>
      </table>
      {all > SHOWN_MAX && <p className="dim numbers">And {count(all - SHOWN_MAX, 'more line')}.</p>}
    </div>
  );
}

function Line({ line }: { line: PlannedRoute }) {
  const { id, label } = line.route;
  const name = label || line.was || id;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" title={toSafeLine(name)}>
        <UntrustedText text={name === id ? shortId(id) : shorten(name, 40)} />
      </th>
      <td role="cell" className={`dim ${table.id}`}>
        <ShortIds {...line.route} />
      </td>
      <td role="cell" className={table.state}>
        {WHAT[line.kind]}
        {line.kind === 'relabel' && <UntrustedText text={shorten(line.was)} />}
      </td>
    </tr>
  );
}
