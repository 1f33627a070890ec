import { runtimeConfig } from '#web/api/config.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { stateText } from '#web/features/routes/restriction.ts';
import { changedFromText } from '#web/features/routes/stored-route.ts';
import { toCsv } from '#web/lib/csv.ts';
import { download } from '#web/lib/download.ts';

const HEAD = [
  'label',
  'edge_id',
  'route_id',
  'state',
  'policies',
  'policy_names',
  'checked_at',
  'changed_from',
];

const labelOf = ({ name, id }: KnownRoute) => (name === id ? '' : name);
const fileName = (what: string, end: string) =>
  `${what}-${runtimeConfig().service_host.replaceAll(/\W+/g, '-')}${end}`;

/**
 * What was found, as CSV: for an audit. Times are ISO 8601; nothing stands in them where a route was never read.
 *
 * @param nameOf of an IP policy; empty where it has none
 */
const toStatesFile = (routes: readonly KnownRoute[], nameOf: (policyId: string) => string) =>
  toCsv([
    HEAD,
    ...routes.map((route) => {
      const { edge_id, id, last_check: check } = route;
      const policies = check?.ip_policy_ids ?? [];
      return [
        labelOf(route),
        edge_id,
        id,
        stateText(check),
        policies.join(' '),
        policies.map(nameOf).filter(Boolean).join(', '),
        check ? new Date(check.read_at).toISOString() : '',
        changedFromText(route),
      ];
    }),
  ]);

export function downloadStates(routes: readonly KnownRoute[], nameOf: (id: string) => string) {
  const day = new Date().toISOString().slice(0, 10);
  download(toStatesFile(routes, nameOf), fileName('route-states', `-${day}.csv`), 'text/csv');
}

/** What addresses and names a route: no state of the service, and never a key. "Add routes" reads it. */
function toListFile(routes: readonly KnownRoute[], service_host: string): string {
  const listed = routes.map((route) => ({
    label: labelOf(route),
    edge_id: route.edge_id,
    id: route.id,
    pinned: route.pinned,
  }));
  return `${JSON.stringify({ service_host, routes: listed }, null, 2)}\n`;
}

export const downloadList = (routes: readonly KnownRoute[]) =>
  download(
    toListFile(routes, runtimeConfig().service_host),
    fileName('routes', '.json'),
    'application/json',
  );
