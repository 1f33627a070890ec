import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { changeText, stateText } from '#web/features/routes/state-text.ts';
import { toCsv } from '#web/lib/csv.ts';

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

/**
 * What was found, as CSV: for an audit. Times are ISO 8601; nothing stands in them where a route was never read.
 *
 * @param nameOf of an IP policy; empty where it has none
 */
export const toStatesFile = (
  routes: readonly KnownRoute[],
  nameOf: (policyId: string) => string,
): string =>
  toCsv([
    HEAD,
    ...routes.map((route) => {
      const { name, edge_id, id, last_check: check } = route;
      const policies = check?.state === 'module' ? check.ip_policy_ids : [];
      return [
        name === id ? '' : name,
        edge_id,
        id,
        stateText(check),
        policies.join(' '),
        policies.map(nameOf).filter(Boolean).join(', '),
        check ? new Date(check.read_at).toISOString() : '',
        changeText(route),
      ];
    }),
  ]);
