// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { exposureOf, joinRoutes, type KnownRoute } from '#web/features/routes/join-routes.ts';
import {
  emptyRoute,
  hasChanged,
  KeptRoute,
  type LastCheck,
  readKept,
} from '#web/features/routes/kept-route.ts';
import { createKnownRoutes } from '#web/features/routes/known-routes.ts';
import { storageOrMemory, type TextStorage } from '#web/lib/device-storage.ts';

vi.mock('#web/features/routes/kept-route.ts', { spy: true });

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
  const added = store.add([line, line, { edge_id: 'e', id: 's', label: 'x' }]);
  expect(added).toMatchObject({ added: 1, relabelled: 0 });
  expect(store.add([line])).toMatchObject({ added: 0, relabelled: 0 });
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
  expect(store.add([{ ...common, label: 'Added' }]).added).toBe(1);
  expect(names()).toEqual(['Mine', 'Added']);
});

it('relabels known routes, and Undo of both takes back what was added', () => {
  const { store, names } = setUp();
  const common = { edge_id: 'e', id: 's', label: 'Ours' };
  store.add([{ ...route, label: 'Mine' }]);
  const { undo, ...counts } = store.add(
    [{ edge_id: 'e', id: 'new', label: 'New' }],
    [{ ...route, label: 'Mine too' }, common, { edge_id: 'e', id: 'unknown', label: 'x' }],
  );
  expect(counts).toEqual({ added: 1, relabelled: 2 });
  expect(names()).toEqual(['Ours', 'Mine too', 'New']);
  expect(store.add([], [common]).relabelled).toBe(0);
  undo();
  expect(names()).toEqual(['Common', 'Mine']);
});

const moduleOf = (enabled: boolean, ip_policy_ids: string[], read_at = 1): LastCheck => ({
  state: 'module',
  enabled,
  ip_policy_ids,
  read_at,
});

it('writes many checks together, and none is lost when the page goes', () => {
  vi.useFakeTimers();
  const storage = fakeStorage();
  const setItem = vi.spyOn(storage, 'setItem');
  const { store, tabs } = setUp(storage);
  const routes = Array.from({ length: 300 }, (_, index) => ({ edge_id: 'e', id: `r${index}` }));
  store.add(routes.map((each) => ({ ...each, label: '' })));
  setItem.mockClear();
  const told = vi.fn<() => void>();
  store.subscribe(told);

  const checked = () => store.get().routes.filter(({ last_check }) => last_check).length;
  for (const each of routes.slice(0, 200)) store.recordCheck(each, moduleOf(true, ['a']));
  expect(checked()).toBe(3);
  vi.advanceTimersByTime(250);
  expect(checked()).toBe(200);
  for (const each of routes.slice(200)) store.recordCheck(each, moduleOf(true, ['a']));
  tabs.dispatchEvent(new Event('pagehide'));
  expect(checked()).toBe(300);
  vi.advanceTimersByTime(10_000);
  expect([setItem.mock.calls.length, told.mock.calls.length]).toEqual([5, 5]);
  expect(setUp(storage).store.get().routes.at(-1)?.last_check).toEqual(moduleOf(true, ['a']));
  vi.useRealTimers();
});

it('checks what is kept once, until another tab has written', () => {
  const storage = fakeStorage();
  const here = setUp(storage);
  const there = setUp(storage);
  vi.mocked(readKept).mockClear();
  here.store.add([{ ...route, label: 'Mine' }]);
  for (const read_at of [1, 2, 3]) here.store.recordCheck(route, moduleOf(true, [], read_at));
  here.store.pin(route, true);
  expect(readKept).not.toHaveBeenCalled();

  there.tabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(readKept).toHaveBeenCalledOnce();
  expect(there.store.find(route)).toEqual(here.store.find(route));
  storage.setItem(key, JSON.stringify([{ ...route, id: '..' }]));
  here.store.rename({ edge_id: 'e', id: 's' }, 'Ours');
  expect(here.names()).toEqual(['Ours']);
});

it('writes single checks at once, and those that wait before another change', () => {
  vi.useFakeTimers();
  const { store } = setUp();
  store.add([{ ...route, label: '' }]);
  const readAt = () => store.find(route)?.last_check?.read_at;
  const record = (read_at: number) => store.recordCheck(route, moduleOf(true, [], read_at));
  for (const read_at of [1, 2, 3, 4]) record(read_at);
  expect(readAt()).toBe(3);
  store.pin(route, true);
  expect(readAt()).toBe(4);
  vi.advanceTimersByTime(10_000);
  for (const read_at of [5, 6, 7, 8]) record(read_at);
  expect(readAt()).toBe(7);
  vi.useRealTimers();
});

describe('a route that has changed', () => {
  function checked(...checks: Array<LastCheck | 'mine'>) {
    const { store } = setUp();
    store.add([{ ...route, label: '' }]);
    for (const [index, check] of checks.entries())
      if (check !== 'mine') {
        store.recordCheck(route, check, { mine: checks[index + 1] === 'mine' });
        store.flush();
      }
    return { store, found: () => store.find(route) as KnownRoute };
  }
  const was = moduleOf(true, ['a', 'b']);
  const failed: LastCheck = { state: 'failed', read_at: 2 };

  it.each<[string, LastCheck | undefined, Array<LastCheck | 'mine'>]>([
    ['is read for the first time', undefined, [was]],
    ['is the same in another order', undefined, [was, moduleOf(true, ['b', 'a'], 2)]],
    ['is off', was, [was, moduleOf(false, ['a', 'b'])]],
    ['is gone', was, [was, { state: 'none', read_at: 2 }]],
    ['has changed twice', was, [was, moduleOf(false, ['a']), moduleOf(true, [])]],
    ['is as it was again', undefined, [was, moduleOf(false, []), moduleOf(true, ['b', 'a'])]],
    ['was changed here', undefined, [was, moduleOf(false, ['a']), 'mine']],
    ['has changed behind a read that failed', was, [was, failed, moduleOf(false, ['a'])]],
    ['could not be read before', undefined, [failed, was]],
  ])('that %s is marked with %j', (_, changed_from, checks) => {
    expect(checked(...checks).found().changed_from).toEqual(changed_from);
  });

  it('is marked until it is opened or seen, and again by Undo', () => {
    const { store, found } = checked(was, moduleOf(false, ['a']));
    expect(hasChanged(found())).toBe(true);
    const undo = store.markSeen();
    expect(hasChanged(found())).toBe(false);
    undo();
    expect(found().changed_from).toEqual(was);
    store.open(route, moduleOf(false, ['a']));
    expect(hasChanged(found())).toBe(false);
  });

  it('is not called changed while it cannot be read', () => {
    expect(hasChanged(checked(was, failed).found())).toBe(false);
  });

  it.each<[string, LastCheck, number | undefined]>([
    ['on', moduleOf(true, []), undefined],
    ['gone', { state: 'none', read_at: 2 }, undefined],
    ['off', moduleOf(false, ['a']), 5],
    ['not readable', failed, 5],
  ])('has an end of being off once it is %s', (_, check, expected) => {
    const { store, found } = checked(was);
    store.setOffUntil(route, 5);
    store.recordCheck(route, check);
    store.flush();
    expect(found().off_until).toBe(expected);
  });
});

it('keeps a former module for 30 days', () => {
  const day = 24 * 3600 * 1000;
  const former = { enabled: true, ip_policy_ids: ['a'] };
  const rows = [29, 31].map((days) => ({
    edge_id: 'e',
    id: `r${days}`,
    former: { ...former, at: Date.now() - days * day },
  }));
  const { store } = setUp(fakeStorage(JSON.stringify(rows)));
  expect(store.find({ edge_id: 'e', id: 'r29' })?.former).toMatchObject(former);
  expect(store.find({ edge_id: 'e', id: 'r31' })?.former).toBeUndefined();
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
  ['errors', { state: 'not-found', read_at }],
  ['errors', { state: 'forbidden', read_at }],
  ['errors', { state: 'failed', read_at }],
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
