// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { TextStorage } from '#web/lib/device-storage.ts';
import { createSavedViews, queryOf } from '#web/features/bot-users/saved-views/saved-views.ts';

const key = 'gatehouse.views.api.example.test';

function fakeStorage(rows?: unknown): TextStorage & { text: () => string | null } {
  let text = rows === undefined ? null : JSON.stringify(rows);
  return {
    getItem: () => text,
    setItem: (_name, next) => void (text = next),
    removeItem: () => void (text = null),
    text: () => text,
  };
}

function setUp(storage = fakeStorage()) {
  const tabs = new EventTarget() as Window;
  const isSecret = (text: string) => text.includes('the key');
  const views = createSavedViews({ storage, key, tabs, isSecret });
  const names = () => views.state().map(({ name }) => name);
  return { views, storage, tabs, names };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `view ${index}`, query: '' }));

it('keeps a view on this device, and takes a new one of the same name in its place', () => {
  const { views, storage } = setUp();
  views.save('  Off  ', 'status=inactive');
  views.save('Mine', 'q=mine');
  views.save('Off', 'status=inactive&sort=name');
  expect(setUp(storage).views.state()).toEqual([
    { name: 'Off', query: 'status=inactive&sort=name' },
    { name: 'Mine', query: 'q=mine' },
  ]);
});

it('undoes a save, a replacement and a removal', () => {
  const { views, names } = setUp(fakeStorage([{ name: 'Off', query: 'status=inactive' }]));
  const replaced = views.save('Off', 'q=x');
  if (replaced.problem === undefined) replaced.undo();
  expect(views.state()).toEqual([{ name: 'Off', query: 'status=inactive' }]);

  const saved = views.save('New', '');
  if (saved.problem === undefined) saved.undo();
  expect(names()).toEqual(['Off']);

  const putBack = views.remove('Off');
  expect(names()).toEqual([]);
  putBack();
  putBack();
  expect(names()).toEqual(['Off']);
});

it.each([
  ['', 'q=a', 'Enter a name'],
  ['x'.repeat(81), 'q=a', 'Name must be 80 characters or fewer'],
  ['the key', 'q=a', 'This holds your API key. It is not kept.'],
  ['name', 'q=the+key', 'This holds your API key. It is not kept.'],
  ['name', `q=${'a'.repeat(2000)}`, 'The filter is too long to be kept'],
])('does not keep the name %j with %j', (name, query, problem) => {
  const { views, storage } = setUp();
  expect(views.save(name, query)).toEqual({ problem });
  expect(storage.text()).toBeNull();
});

it('counts a name as people do', () => {
  expect(setUp().views.save('🤖'.repeat(80), '')).not.toHaveProperty('problem');
});

it('keeps 50 of them, and still replaces one then', () => {
  const { views, names } = setUp(fakeStorage(many(60)));
  expect(names()).toHaveLength(50);
  expect(views.save('one more', '')).toEqual({
    problem: 'No more than 50 views are kept. Remove one first.',
  });
  expect(views.save('view 7', 'q=a')).not.toHaveProperty('problem');
  expect(views.state()[7]).toEqual({ name: 'view 7', query: 'q=a' });
});

it('keeps what can be read of whatever another app has written', () => {
  const rows = [
    null,
    { name: 'no query' },
    { name: ' ', query: '' },
    { name: 'x'.repeat(81), query: '' },
    { name: 'Good', query: '?status=inactive&theirs=1&sort=sideways' },
    { name: 'Good', query: 'q=second' },
    { name: 'Secret', query: 'q=the%20key' },
  ];
  expect(setUp(fakeStorage(rows)).views.state()).toEqual([
    { name: 'Good', query: 'status=inactive' },
  ]);
  expect(setUp(fakeStorage({ name: 'x' })).names()).toEqual([]);
});

it('writes a view in one way only, whatever address it came from', () => {
  expect(queryOf('?sort=name&q=a+b&theirs=1&status=all')).toBe('q=a+b&sort=name');
  expect(queryOf('?q=a%20b&sort=name')).toBe('q=a+b&sort=name');
  expect(queryOf('?by=nothing')).toBe('');
});

it('follows the other tabs', () => {
  const storage = fakeStorage();
  const here = setUp(storage);
  here.views.subscribe(() => {});
  setUp(storage).views.save('There', 'q=a');
  here.tabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect(here.names()).toEqual(['There']);
});
