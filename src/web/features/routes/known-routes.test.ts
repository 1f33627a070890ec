// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  createKnownRoutes,
  emptyRoute,
  exposureOf,
  filterRoutes,
  joinRoutes,
  KeptRoute,
  type LastCheck,
} from '#web/features/routes/known-routes.ts';
import { storageOrMemory, type TextStorage } from '#web/lib/device-storage.ts';

const key = 'gatehouse.routes.api.example.test';
const shared = [{ label: 'Common', edge_id: 'e', id: 's' }];
const route = { edge_id: 'e', id: 'r' };

function fakeStorage(content?: string, full = false): TextStorage {
  let value = content ?? null;
  return {
    getItem: () => value,
    setItem(_key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      value = text;
    },
    removeItem() {},
  };
}

function setUp(storage = fakeStorage()) {
  const tabs = new EventTarget() as Window;
  const store = createKnownRoutes({ storage, key, tabs });
  store.share(shared);
  const names = () => store.get().routes.map(({ name }) => name);
  return { store, tabs, names };
}

it('begins with the operator’s routes and adds each other one once', () => {
  const storage = fakeStorage();
  const { store, names } = setUp(storage);
  const line = { ...route, label: 'Mine' };
  expect(store.add([line, line, { edge_id: 'e', id: 's', label: 'x' }])).toBe(1);
  expect(store.add([line])).toBe(0);
  expect(names()).toEqual(['Common', 'Mine']);
  expect(setUp(storage).names()).toEqual(['Common', 'Mine']);
});

it('keeps what can be read of a damaged list', () => {
  const rows = [null, 7, { edge_id: 'e' }, { ...route, label: 'Good', pinned: 'yes' }];
  expect(setUp(fakeStorage(JSON.stringify(rows))).names()).toEqual(['Common', 'Good']);
  expect(setUp(fakeStorage('{{')).names()).toEqual(['Common']);
  expect(setUp(fakeStorage('{"a":1}')).names()).toEqual(['Common']);
});

it('reads the last checks that an earlier version kept', () => {
  const seen = { state: 'module', enabled: true, policy_ids: ['a'], read_at: 1 };
  const rows = [
    { ...route, label: 'Mine', seen },
    { edge_id: 'e', id: 'n', seen: { state: 'none', read_at: 2 } },
  ];
  const { store } = setUp(fakeStorage(JSON.stringify(rows)));
  expect(store.get().routes.map(({ last_check }) => last_check)).toEqual([
    undefined,
    { state: 'module', enabled: true, ip_policy_ids: ['a'], read_at: 1 },
    { state: 'none', read_at: 2 },
  ]);
});

it.each([
  ['full', () => fakeStorage(undefined, true)],
  [
    'refused',
    () => {
      throw new DOMException('no', 'SecurityError');
    },
  ],
])('lasts as long as the tab where storage is %s, and says so', (_, open) => {
  const { store, names } = setUp(storageOrMemory(open));
  store.add([{ ...route, label: 'Mine' }]);
  store.pin(route, true);
  expect(names()).toEqual(['Mine', 'Common']);
  expect(store.get().saved).toBe(false);
});

it('follows the other tabs and does not overwrite them', () => {
  const storage = fakeStorage();
  const here = setUp(storage);
  const there = setUp(storage);
  let changes = 0;
  here.store.subscribe(() => changes++);

  there.store.add([{ ...route, label: 'There' }]);
  here.store.add([{ edge_id: 'e', id: 'h', label: 'Here' }]);
  expect(here.names()).toEqual(['Common', 'There', 'Here']);

  there.store.rename(route, 'There again');
  here.tabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(here.names()).toEqual(['Common', 'There again', 'Here']);
  expect(changes).toBe(2);
});

it('records a check only of a route on the list', () => {
  const { store, names } = setUp();
  store.recordCheck(route, { state: 'none', read_at: 1 });
  store.recordCheck({ edge_id: 'e', id: 's' }, { state: 'none', read_at: 1 });
  expect(names()).toEqual(['Common']);
  expect(store.get().routes[0]?.last_check).toEqual({ state: 'none', read_at: 1 });
});

it('keeps what has not changed as the same objects', () => {
  const { store } = setUp();
  store.add([{ ...route, label: 'A' }]);
  const check = { state: 'none', read_at: 1 } as const;
  store.recordCheck({ edge_id: 'e', id: 's' }, check);
  const [common, own] = store.get().routes;
  store.rename(route, 'B');
  expect(store.get().routes[0]).toBe(common);
  expect(store.get().routes[1]).not.toBe(own);
});

it('adds a route whose editor was opened', () => {
  const { store, names } = setUp();
  store.open(route, { state: 'none', read_at: 1 });
  expect(names()).toEqual(['r', 'Common']);
});

it('keeps what was noted of a shared route, and shows it only while that is shared', () => {
  const storage = fakeStorage();
  const { store, names } = setUp(storage);
  const common = { edge_id: 'e', id: 's' };
  store.recordCheck(common, { state: 'none', read_at: 1 });
  store.pin(common, true);
  store.add([{ ...route, label: 'Mine' }]);
  store.share([]);
  expect(names()).toEqual(['Mine']);
  store.share(shared);
  expect(store.get().routes[0]).toMatchObject({ name: 'Common', pinned: true });

  store.share([]);
  expect(store.add([{ ...common, label: 'Added' }])).toBe(1);
  expect(names()).toEqual(['Mine', 'Added']);
});

it('puts a removed route back where it was, once', () => {
  const { store, names } = setUp();
  store.add(['a', 'b', 'c'].map((id) => ({ edge_id: 'e', id, label: '' })));
  const undo = store.remove({ edge_id: 'e', id: 'b' });
  expect(names()).toEqual(['Common', 'a', 'c']);
  undo();
  undo();
  expect(names()).toEqual(['Common', 'a', 'b', 'c']);
});

// @vitest-environment happy-dom

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
  expect(routes.map((row) => row.shared)).toEqual([false, false, false, true, true, false]);
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
  const parsed = KeptRoute().parse({
    edge_id: 'e',
    id: 'r',
    key: 'secret',
    last_check: { state: 'soon' },
  });
  expect(parsed).toEqual(emptyRoute('e', 'r'));
  expect(KeptRoute().safeParse({ edge_id: '..', id: 'r' }).success).toBe(false);
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
