import { useMemo, useState } from 'react';
import { routeKey } from '#bulk/route-ids.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { exposureOf, severityOf, type Exposure } from '#web/features/routes/route-state.tsx';
import { foldCase } from '#web/lib/fold-case.ts';
import { session } from '#web/session/session.ts';
import { useViewParams } from '#web/ui/use-view-params.ts';

export type ExposureChoice = Exclude<Exposure, 'unchecked'> | 'all';
export type SortColumn = 'label' | 'state' | 'checked';
/** Empty: pinned first, then what needs a person first. */
export type Sort = SortColumn | `-${SortColumn}` | '';

const EXPOSURES = ['open', 'protected', 'errors'] as const;
const SORTS: readonly Sort[] = ['label', '-label', 'state', '-state', 'checked', '-checked'];

/** By a text in any case, as part of the name or of an id. */
export function filterRoutes(routes: readonly KnownRoute[], text: string) {
  const part = foldCase(text.trim());
  return routes.filter(({ name, edge_id, id }) =>
    [name, edge_id, id].some((field) => foldCase(field).includes(part)),
  );
}

/** Nothing is counted that was not read. */
function countExposures(routes: readonly KnownRoute[]) {
  const counts = { open: 0, protected: 0, errors: 0, unchecked: 0 };
  for (const { last_check: check } of routes) counts[exposureOf(check)] += 1;
  return { ...counts, all: routes.length, checked: routes.length - counts.unchecked };
}

/** In the language of the page: in Czech, `ch` comes after `h`. */
const byName = new Intl.Collator('en', { numeric: true });

const bySeverity = (a: KnownRoute, b: KnownRoute) =>
  severityOf(a.last_check) - severityOf(b.last_check);
const COMPARE: Record<Sort, (a: KnownRoute, b: KnownRoute) => number> = {
  '': (a, b) => Number(b.pinned) - Number(a.pinned) || bySeverity(a, b),
  label: (a, b) => byName.compare(a.name, b.name),
  '-label': (a, b) => byName.compare(b.name, a.name),
  state: bySeverity,
  '-state': (a, b) => bySeverity(b, a),
  checked: (a, b) => (b.last_check?.read_at ?? 0) - (a.last_check?.read_at ?? 0),
  '-checked': (a, b) => (a.last_check?.read_at ?? 0) - (b.last_check?.read_at ?? 0),
};

/**
 * Which routes are shown, and in which order; the filters are in the address.
 *
 * @param isReading many are read: rows keep their places, so that nobody presses one that has just moved
 */
export function useBoard(isReading: boolean) {
  const { routes, byKey } = useKnownRoutes();
  const { params, ...address } = useViewParams(session.containsKey);
  const { text, set } = address;
  const { find, nameOf } = usePolicyNames();
  const exposure: ExposureChoice =
    EXPOSURES.find((value) => value === params.get('exposure')) ?? 'all';
  const policy = params.get('policy') ?? '';
  const sort = SORTS.find((known) => known === params.get('sort')) ?? '';

  /** As they were before the reading under way. */
  const [settled, setSettled] = useState(byKey);
  if (!isReading && settled !== byKey) setSettled(byKey);

  const matching = useMemo(() => {
    const whole = find(policy);
    const part = foldCase(policy.trim());
    const isWanted = (id: string) =>
      whole.length > 0
        ? whole.includes(id)
        : [id, nameOf(id)].some((field) => foldCase(field).includes(part));
    return filterRoutes(routes, text)
      .filter(({ last_check: check }) => part === '' || check?.ip_policy_ids.some(isWanted))
      .map((route) => ({ route, was: settled.get(routeKey(route)) ?? route }))
      .toSorted((a, b) => COMPARE[sort](a.was, b.was) || byName.compare(a.was.name, b.was.name))
      .map(({ route }) => route);
  }, [routes, settled, sort, text, policy, find, nameOf]);
  const shown = useMemo(
    () =>
      matching.filter((route) => exposure === 'all' || exposureOf(route.last_check) === exposure),
    [matching, exposure],
  );

  return {
    shown,
    /** How many routes of each exposure match the other filters. */
    counts: useMemo(() => countExposures(matching), [matching]),
    /** How the board is shown, and how that is changed. */
    ...address,
    exposure,
    policy,
    sort,
    showAll: () => set({ q: '', exposure: '', policy: '' }),
  };
}

export type Board = ReturnType<typeof useBoard>;
