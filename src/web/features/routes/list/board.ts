import { isAddressable } from '#contract/endpoint.ts';
import { type Exposure, exposureOf, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { isPastEnd } from '#web/features/routes/off-until.ts';

export type ExposureChoice = Exclude<Exposure, 'unchecked'> | 'all';

type RouteFilter = {
  text?: string;
  exposure?: ExposureChoice;
  /** Of the label, up to its first `/`. */
  group?: string;
  /** The module held one of them at the last check, whether enforced or not. Left out: whatever it held. */
  policies?: readonly string[] | undefined;
};

/** @param filter `text` in any case: part of the name or of an id */
export function filterRoutes(routes: readonly KnownRoute[], filter: RouteFilter): KnownRoute[] {
  const { exposure = 'all', group = '', policies } = filter;
  const text = filter.text?.trim().toLowerCase() ?? '';
  return routes.filter((route) => {
    const { name, edge_id, id, last_check: check } = route;
    const held = check?.state === 'module' ? check.ip_policy_ids : [];
    return (
      (exposure === 'all' || exposureOf(check) === exposure) &&
      (group === '' || groupOf(route) === group) &&
      (policies === undefined || held.some((policyId) => policies.includes(policyId))) &&
      (text === '' || [name, edge_id, id].some((part) => part.toLowerCase().includes(text)))
    );
  });
}

/** Empty where the label has no `/`. */
export const groupOf = ({ name }: KnownRoute) =>
  name.slice(0, Math.max(0, name.indexOf('/'))).trim();

export const groupsOf = (routes: readonly KnownRoute[]): string[] =>
  [...new Set(routes.map(groupOf))].filter(Boolean).toSorted(byName.compare);

/** Those whose ids can be part of an address: the others cannot be read. */
export const readable = (routes: readonly KnownRoute[]): KnownRoute[] =>
  routes.filter(({ edge_id, id }) => isAddressable(edge_id) && isAddressable(id));

/** How many were read, and what they showed; nothing is counted that was not read. */
export function countExposures(routes: readonly KnownRoute[]) {
  const counts = { open: 0, protected: 0, errors: 0, unchecked: 0 };
  for (const { last_check: check } of routes) counts[exposureOf(check)] += 1;
  return { ...counts, checked: routes.length - counts.unchecked };
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** Pinned first; then what needs a person first: see `loudness`. Then by name. */
export function loudestFirst(routes: readonly KnownRoute[], now: number): KnownRoute[] {
  return routes
    .map((route) => ({ route, rank: (route.pinned ? 0 : 10) + loudness(route, now) }))
    .toSorted((a, b) => a.rank - b.rank || byName.compare(a.route.name, b.route.name))
    .map(({ route }) => route);
}

/** 0 is the loudest: traffic that nobody wants to be open. Off is what somebody has decided. */
function loudness(route: KnownRoute, now: number): number {
  const { last_check: check } = route;
  if (isPastEnd(route, now)) return 0;
  if (check === undefined) return 4;
  if (check.state === 'none') return 1;
  if (check.state !== 'module') return 3;
  if (!check.enabled) return 5;
  return check.ip_policy_ids.length === 0 ? 2 : 6;
}

const STALE_MS = 5 * 60_000;

/** Those never read, or not for some minutes; also where the clock was set back since. */
export const staleAmong = (routes: readonly KnownRoute[], now: number): KnownRoute[] =>
  readable(routes).filter(
    ({ last_check: check }) => !check || Math.abs(now - check.read_at) > STALE_MS,
  );
