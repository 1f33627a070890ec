import { beforeEach, expect, it, vi } from 'vitest';
import { createKnownRoutes, type LastCheck } from '#web/features/routes/known-routes.ts';

const NAME = 'gatehouse.routes.test';
const DAY = 24 * 3_600_000;
const one = { edge_id: 'edge_1', id: 'route_1' };
const two = { edge_id: 'edge_1', id: 'route_2' };
const both = [one, two].map((route) => ({ ...route, label: '' }));
const check = (state: LastCheck['state'], ...ip_policy_ids: string[]): LastCheck => ({
  state,
  ip_policy_ids,
  read_at: Date.now(),
});

/** What one tab of the browser knows. */
const open = () => createKnownRoutes(NAME, localStorage);
const stored = () =>
  JSON.parse(localStorage.getItem(NAME) ?? '[]') as Array<Record<string, unknown>>;
const names = (tab: ReturnType<typeof open>) => tab.get().routes.map(({ name }) => name);
const fromOtherTab = () => window.dispatchEvent(new StorageEvent('storage', { key: NAME }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

it('adds routes and labels, takes both back, and puts back what was taken off', () => {
  const list = open();
  list.add([{ ...one, label: 'first' }]);
  const undo = list.add([
    { ...one, label: 'renamed' },
    { ...two, label: '' },
  ]);
  expect(names(list)).toEqual(['renamed', 'route_2']);
  undo();
  expect(names(list)).toEqual(['first']);
  // What is on the list keeps its pin.
  list.pin(one, true);
  list.add([{ ...one, label: 'first' }]);
  expect(list.find(one)?.pinned).toBe(true);
  list.recordCheck(two, undefined); // written at once, the next one later
  list.recordCheck(one, check('off'));
  const putBack = list.remove(one);
  list.recordCheck(one, check('on'));
  list.flush();
  expect(names(list)).toEqual([]);
  putBack();
  expect(list.find(one)).toMatchObject({ name: 'first', last_check: { state: 'off' } });
});

it('joins the shared list, with the label of this device first', () => {
  const list = open();
  list.share([
    { ...one, label: 'shared one' },
    { ...two, label: 'shared two' },
    { ...two, label: 'named twice' },
    { edge_id: '..', id: 'r', label: 'of no address' },
  ]);
  expect(names(list)).toEqual(['shared one', 'shared two']);
  list.rename(one, 'mine');
  list.pin(two, true);
  expect(list.get().routes.map(({ name, shared }) => [name, shared])).toEqual([
    ['shared two', true],
    ['mine', true],
  ]);
  list.share([]);
  expect(names(list)).toEqual([]);
});

it('keeps a shared route that was opened only as long as it is shared, others for good', () => {
  const list = open();
  list.share([{ ...one, label: 'shared' }]);
  list.open(one, check('on', 'a'));
  list.open(two, check('none'));
  list.share([]);
  expect(names(list)).toEqual(['route_2']);
});

it('writes the first of many checks at once and the others together, each to its own row', () => {
  const setItem = vi.spyOn(localStorage, 'setItem');
  const list = open();
  list.add(both);
  list.recordCheck(one, check('on', 'a'));
  const before = list.find(one);
  list.recordCheck(two, check('off'));
  expect(list.find(one)).toBe(before);
  list.recordCheck(one, check('none'));
  expect(setItem).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(250);
  expect(setItem).toHaveBeenCalledTimes(3);
  expect(list.find(one)?.last_check?.state).toBe('none');
  expect(list.find(two)?.last_check?.state).toBe('off');
  // A page that is left has no later.
  list.recordCheck(two, check('on'));
  window.dispatchEvent(new Event('pagehide'));
  expect(setItem).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(500);
  expect(setItem).toHaveBeenCalledTimes(4);
});

it('two tabs do not bring back what the other has taken off', () => {
  const [here, there] = [open(), open()];
  here.add([{ ...one, label: 'one' }]);
  fromOtherTab();
  here.recordCheck(one, check('on'));
  here.recordCheck(one, check('off'));
  there.remove(one);
  here.flush();
  expect(stored()).toEqual([]);
});

it('forgets a former IP restriction after 30 days', () => {
  const list = open();
  list.add(both);
  list.keepFormer(one, { enabled: true, ip_policy_ids: ['a'], at: Date.now() - 31 * DAY });
  list.keepFormer(two, { enabled: true, ip_policy_ids: ['a'], at: Date.now() - 29 * DAY });
  const later = open();
  expect(later.find(one)?.former).toBeUndefined();
  expect(later.find(two)?.former?.ip_policy_ids).toEqual(['a']);
});

it('leaves out what it cannot read, and goes on where the browser keeps nothing', () => {
  localStorage.setItem(
    NAME,
    JSON.stringify([
      { edge_id: '..', id: 'x' },
      7,
      { ...one, label: 5, last_check: { state: 'odd' } },
    ]),
  );
  expect(names(open())).toEqual(['route_1']);
  const full = createKnownRoutes(NAME, {
    getItem: () => null,
    setItem: () => false,
    removeItem() {},
  });
  full.add([{ ...two, label: 'kept in memory' }]);
  expect(full.get().isSaved).toBe(false);
});
