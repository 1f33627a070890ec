import { expect, it } from 'vitest';
import {
  emptyRoute,
  exposureOf,
  filterRoutes,
  joinRoutes,
  KeptRoute,
  type LastCheck,
} from '#web/features/routes/known-route.ts';

const read_at = 1;

it.each<[string, LastCheck | undefined]>([
  ['unchecked', undefined],
  ['open', { state: 'none', read_at }],
  ['open', { state: 'module', enabled: false, ip_policy_ids: ['a', 'b', 'c'], read_at }],
  ['open', { state: 'module', enabled: true, ip_policy_ids: [], read_at }],
  ['protected', { state: 'module', enabled: true, ip_policy_ids: ['a'], read_at }],
  ['trouble', { state: 'not-found', read_at }],
  ['trouble', { state: 'forbidden', read_at }],
  ['trouble', { state: 'failed', read_at }],
])('counts as %s: %j', (exposure, check) => {
  expect(exposureOf(check)).toBe(exposure);
});

const routes = joinRoutes(
  [
    emptyRoute('e', 'first', 'First'),
    { ...emptyRoute('e', 'opened-long-ago'), opened_at: 1 },
    { ...emptyRoute('e', 'opened'), opened_at: 2 },
    { ...emptyRoute('e', 'pinned'), pinned: true },
    { ...emptyRoute('e', 'shared-2', 'Mine'), last_check: { state: 'none', read_at } },
  ],
  [
    { label: 'Common', edge_id: 'e', id: 'shared-1' },
    { label: 'Common too', edge_id: 'e', id: 'shared-2' },
  ],
);

it('puts pinned routes first, then the last opened, then the operator’s, then as they were added', () => {
  expect(routes.map(({ name }) => name)).toEqual([
    'pinned',
    'opened',
    'opened-long-ago',
    'Common',
    'Mine',
    'First',
  ]);
  expect(routes.map(({ shared }) => shared)).toEqual([false, false, false, true, true, false]);
});

it('names a route by its id where a label is blank, and lists it once', () => {
  const blank = { label: ' \u00a0', edge_id: 'e', id: 'r' };
  const kept = emptyRoute('e', 'k', '\t');
  expect(
    joinRoutes([kept, { ...kept, label: '' }], [blank, blank]).map(({ name }) => name),
  ).toEqual(['r', 'k']);
});

it('finds by a part of the name or of an id, in any case, within one exposure', () => {
  expect(filterRoutes(routes, { text: ' COMM ' }).map(({ id }) => id)).toEqual(['shared-1']);
  expect(filterRoutes(routes, { text: 'SHARED' })).toHaveLength(2);
  expect(filterRoutes(routes, { exposure: 'open' }).map(({ id }) => id)).toEqual(['shared-2']);
  expect(filterRoutes(routes, { exposure: 'protected' })).toEqual([]);
});

it('keeps no field that it does not know, and refuses an id that addresses something else', () => {
  const parsed = KeptRoute.parse({
    edge_id: 'e',
    id: 'r',
    key: 'secret',
    last_check: { state: 'soon' },
  });
  expect(parsed).toEqual(emptyRoute('e', 'r'));
  expect(KeptRoute.safeParse({ edge_id: '..', id: 'r' }).success).toBe(false);
});

it('finds the checked routes that hold a policy, enforced or not', () => {
  const last_check: LastCheck = {
    state: 'module',
    enabled: false,
    ip_policy_ids: ['ipp_office', 'ipp_vpn'],
    read_at,
  };
  const holding = { ...emptyRoute('e', 'r1'), last_check };
  const known = joinRoutes([holding, emptyRoute('e', 'r2')], []);
  expect(filterRoutes(known, { policy: ' ipp_vpn ' }).map(({ id }) => id)).toEqual(['r1']);
  expect(filterRoutes(known, { policy: 'ipp_other' })).toEqual([]);
});
