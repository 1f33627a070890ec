import { useMemo, useState } from 'react';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { exposureOf, severityOf, type Exposure } from '#web/features/routes/restriction.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { session } from '#web/session/session.ts';
import { useViewParams } from '#web/ui/use-view-params.ts';

export type ExposureChoice = Exclude<Exposure, 'unchecked'> | 'all';
export type SortColumn = 'label' | 'state' | 'checked';
/** Empty: pinned first, then what needs a person first. */
export type Sort = SortColumn | `-${SortColumn}` | '';

const EXPOSURES = ['open', 'protected', 'errors'] as const;
const SORTS: readonly Sort[] = ['label', '-label', 'state', '-state', 'checked', '-checked'];

export type BoardFilter = {
  text: string;
  exposure: ExposureChoice;
  /** The route held one of them at the last check, whether on or off. Missing: whatever it held. */
  policies?: readonly string[] | undefined;
};

/** By text in any case, as part of the name or of an id, and by policy. Counts leave the exposure out. */
export function filterRoutes(routes: readonly KnownRoute[], { text, policies }: BoardFilter) {
  const part = text.trim().toLowerCase();
  return routes.filter(
    ({ name, edge_id, id, last_check: check }) =>
      (part === '' || [name, edge_id, id].some((field) => field.toLowerCase().includes(part))) &&
      (!policies || check?.ip_policy_ids.some((policyId) => policies.includes(policyId))),
  );
}

/** Nothing is counted that was not read. */
function countExposures(routes: readonly KnownRoute[]) {
  const counts = { open: 0, protected: 0, errors: 0, unchecked: 0 };
  for (const { last_check: check } of routes) counts[exposureOf(check)] += 1;
  return { ...counts, all: routes.length, checked: routes.length - counts.unchecked };
}

const byName = new Intl.Collator(undefined, { numeric: true });

type Compare = (a: KnownRoute, b: KnownRoute) => number;
const COLUMNS: Record<SortColumn, Compare> = {
  label: (a, b) => byName.compare(a.name, b.name),
  state: (a, b) => severityOf(a.last_check) - severityOf(b.last_check),
  checked: (a, b) => (b.last_check?.read_at ?? 0) - (a.last_check?.read_at ?? 0),
};

function sortRoutes(routes: readonly KnownRoute[], sort: Sort): readonly KnownRoute[] {
  const column = SORTS.find((known) => known === sort.replace('-', ''));
  const compare = COLUMNS[(column ?? 'state') as SortColumn]; // without its sign, or the default
  const sign = sort.startsWith('-') ? -1 : 1;
  return routes.toSorted(
    (a, b) =>
      (sort === '' ? Number(b.pinned) - Number(a.pinned) : 0) ||
      sign * compare(a, b) ||
      byName.compare(a.name, b.name),
  );
}

/**
 * Which routes are shown, and in which order; the filters are in the address.
 *
 * @param isReading rows keep their places meanwhile: nobody shall press one that has just moved
 */
export function useBoard(routes: readonly KnownRoute[], isReading: boolean) {
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const { find } = usePolicyNames();
  const exposure: ExposureChoice =
    EXPOSURES.find((value) => value === params.get('exposure')) ?? 'all';
  const policy = params.get('policy')?.trim() ?? '';
  const sort = SORTS.find((known) => known === params.get('sort')) ?? '';

  const [held, setHeld] = useState<{ ranks: ReadonlyMap<string, number>; sort: Sort }>();
  if (isReading ? held?.sort !== sort : held)
    setHeld(
      isReading
        ? {
            ranks: new Map(sortRoutes(routes, sort).map((route, at) => [routeKey(route), at])),
            sort,
          }
        : undefined,
    );
  const sorted = useMemo(() => {
    if (!held) return sortRoutes(routes, sort);
    const rank = (route: KnownRoute) => held.ranks.get(routeKey(route)) ?? held.ranks.size;
    return routes.toSorted((a, b) => rank(a) - rank(b));
  }, [routes, sort, held]);

  const matching = useMemo(() => {
    const found = policy === '' ? undefined : find(policy);
    return filterRoutes(sorted, {
      text,
      exposure,
      policies: found?.length === 0 ? [policy] : found,
    });
  }, [sorted, text, exposure, policy, find]);
  const shown = useMemo(
    () =>
      matching.filter((route) => exposure === 'all' || exposureOf(route.last_check) === exposure),
    [matching, exposure],
  );

  return {
    shown,
    counts: useMemo(() => countExposures(matching), [matching]),
    text,
    textError,
    setText,
    exposure,
    policy,
    sort,
    isFiltered: text.trim() + policy !== '' || exposure !== 'all',
    setExposure: (choice: ExposureChoice) => set({ exposure: choice === 'all' ? '' : choice }),
    setPolicy: (idOrName: string) => set({ policy: idOrName }),
    setSort: (next: Sort) => set({ sort: next }),
    showAll: () => set({ q: '', exposure: '', policy: '' }),
  };
}

export type Board = ReturnType<typeof useBoard>;
