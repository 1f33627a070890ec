// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  emptyRoute,
  joinRoutes,
  type KeptRoute,
  type KnownRoute,
  type LastCheck,
} from '#web/features/routes/known-routes.ts';
import {
  countExposures,
  filterRoutes,
  groupsOf,
  loudestFirst,
  staleAmong,
} from '#web/features/routes/list/board.ts';
import { toStatesFile } from '#web/features/routes/list/export-states.ts';
import { changeText } from '#web/features/routes/state-text.ts';

const NOW = 1_000_000;
const read_at = NOW - 1000;
const moduleOf = (enabled: boolean, ...ip_policy_ids: string[]): LastCheck => ({
  state: 'module',
  enabled,
  ip_policy_ids,
  read_at,
});

const known = (id: string, fields: Partial<KeptRoute> = {}): KnownRoute => {
  const [route] = joinRoutes([{ ...emptyRoute('e', id), ...fields }], []);
  return route as KnownRoute;
};
const ids = (routes: readonly KnownRoute[]) => routes.map(({ id }) => id);

const states: Record<string, Partial<KeptRoute>> = {
  past: { last_check: moduleOf(false, 'a'), off_until: NOW - 1 },
  none: { last_check: { state: 'none', read_at } },
  empty: { last_check: moduleOf(true) },
  failed: { last_check: { state: 'failed', read_at } },
  never: {},
  off: { last_check: moduleOf(false, 'a'), off_until: NOW + 1 },
  on: { last_check: moduleOf(true, 'a', 'b') },
};
const each = Object.entries(states).map(([id, fields]) => known(id, fields));

it('puts the loudest first, and pinned ones before all', () => {
  expect(ids(loudestFirst(each.toReversed(), NOW))).toEqual(Object.keys(states));
  const pinned = known('pinned', { ...states['on'], pinned: true });
  expect(ids(loudestFirst([...each, pinned], NOW))[0]).toBe('pinned');
});

it('puts equals in the order of their names, numbers by their size', () => {
  const routes = ['r10', 'R2', 'b'].map((id) => known(id));
  expect(ids(loudestFirst(routes, NOW))).toEqual(['b', 'R2', 'r10']);
});

it('counts nothing that was not read', () => {
  expect(countExposures(each)).toEqual({
    open: 4,
    protected: 1,
    errors: 1,
    unchecked: 1,
    checked: 6,
  });
  const shown = ['open', 'protected', 'errors'] as const;
  expect(shown.map((exposure) => ids(filterRoutes(each, { exposure })))).toEqual([
    ['past', 'none', 'empty', 'off'],
    ['on'],
    ['failed'],
  ]);
});

it('finds by a part of the name or of an id, in any case', () => {
  const routes = [known('shared-1', { label: 'Common' }), known('shared-2', { label: 'Mine' })];
  expect(ids(filterRoutes(routes, { text: ' COMM ' }))).toEqual(['shared-1']);
  expect(filterRoutes(routes, { text: 'SHARED' })).toHaveLength(2);
});

it('finds the checked routes that hold one of some policies, enforced or not, by whole ids', () => {
  expect(ids(filterRoutes(each, { policies: ['a'] }))).toEqual(['past', 'off', 'on']);
  expect(ids(filterRoutes(each, { policies: ['b', 'c'] }))).toEqual(['on']);
  const held = known('r', { last_check: moduleOf(true, 'ipp_office') });
  expect(filterRoutes([held], { policies: ['ipp_'] })).toEqual([]);
});

it('groups by what stands before the first slash of a label', () => {
  const routes = ['eu/shop', 'eu / admin', 'us/a/b', '/odd', 'plain'].map((label, index) =>
    known(`r${index}`, { label }),
  );
  expect(groupsOf(routes)).toEqual(['eu', 'us']);
  expect(ids(filterRoutes(routes, { group: 'eu' }))).toEqual(['r0', 'r1']);
});

it('takes for stale what was never read, or more than 5 minutes ago, and can be read', () => {
  const at = (ms: number): Partial<KeptRoute> => ({
    last_check: { state: 'none', read_at: NOW - ms },
  });
  const routes = [known('never'), known('fresh', at(299_000)), known('old', at(301_000))];
  expect(ids(staleAmong([...routes, known('..')], NOW))).toEqual(['never', 'old']);
  // Read before the clock was set back: nobody knows when.
  expect(ids(staleAmong([known('ahead', at(-301_000))], NOW))).toEqual(['ahead']);
});

it('says what a changed route was', () => {
  const changed = known('r', { ...states['on'], changed_from: moduleOf(false, 'a', 'b', 'c') });
  expect(changeText(changed)).toBe('Off, 3 policies');
  expect(
    changeText(known('r', { ...states['on'], changed_from: { state: 'none', read_at } })),
  ).toBe('None');
  expect(changeText(known('r', states['on']))).toBe('');
});

it('exports what was found, and no formula', () => {
  const changed = known('r', {
    label: '=HYPERLINK("x")',
    last_check: moduleOf(true, 'ipp_a', 'ipp_b'),
    changed_from: { state: 'none', read_at },
  });
  const file = toStatesFile([changed, known('never')], (id) => (id === 'ipp_a' ? 'Office' : ''));
  expect(file.split('\r\n')).toEqual([
    'label,edge_id,route_id,state,policies,policy_names,checked_at,changed_from',
    '"\'=HYPERLINK(""x"")",e,r,On,ipp_a ipp_b,Office,1970-01-01T00:16:39.000Z,None',
    ',e,never,Not checked,,,,',
    '',
  ]);
});
