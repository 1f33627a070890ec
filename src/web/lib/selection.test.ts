import { expect, it, vi } from 'vitest';
import { createSelection } from '#web/lib/selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];

function setUp(...ids: string[]) {
  const store = createSelection();
  store.add(ids);
  return { store, chosen: () => [...store.ids()].toSorted().join('') };
}

it('selects and lets go by id, and tells only of changes', () => {
  const { store, chosen } = setUp('a');
  const told = vi.fn<() => void>();
  store.subscribe(told);
  expect(store.add(['a', 'b', 'b'])).toBe(1);
  store.toggle('a');
  expect(chosen()).toBe('b');
  expect(store.ids().size).toBe(1);
  expect(told).toHaveBeenCalledTimes(2);
  const before = store.ids();
  expect(store.remove(['x'])).toBe(0);
  expect(store.ids()).toBe(before);
  expect(told).toHaveBeenCalledTimes(2);
});

it('selects a range in either direction from the one that was pressed last', () => {
  const { store, chosen } = setUp();
  store.toggle('d');
  store.range(shown, 'b');
  expect(chosen()).toBe('bcd');
  store.remove(['c']);
  store.range(shown, 'a');
  expect(chosen()).toBe('abd');
});

it('takes a range out where the press before took one out', () => {
  const { store, chosen } = setUp(...shown);
  store.toggle('b');
  store.range(shown, 'd');
  expect(chosen()).toBe('ae');
});

it.each([
  ['nothing was pressed before', () => {}, 'b'],
  ['the one before is not shown', (toggle: (id: string) => void) => toggle('z'), 'bz'],
  ['it is the same one', (toggle: (id: string) => void) => toggle('b'), ''],
])('toggles one where a range has no beginning: %s', (_, press, expected) => {
  const { store, chosen } = setUp();
  press(store.toggle);
  store.range(shown, 'b');
  expect(chosen()).toBe(expected);
});

it('forgets where a range begins when it is cleared', () => {
  const { store, chosen } = setUp();
  store.toggle('a');
  store.clear();
  store.range(shown, 'c');
  expect(chosen()).toBe('c');
});
