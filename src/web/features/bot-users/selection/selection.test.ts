// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { session } from '#web/session/session.ts';
import { createSelection, selection } from '#web/features/bot-users/selection/selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];

function setUp(...ids: string[]) {
  const store = createSelection();
  store.set(ids, true);
  return { store, chosen: () => [...store.ids()].toSorted().join('') };
}

it('selects and lets go by id, and tells only what has changed', () => {
  const { store, chosen } = setUp('a');
  const told = vi.fn<() => void>();
  store.subscribe(told);
  store.set(['a', 'b'], true);
  store.toggle('a');
  store.set(['x'], false);
  expect(chosen()).toBe('b');
  expect(store.size).toBe(1);
  expect(told.mock.calls).toEqual([[{ ids: ['b'], on: true }], [{ ids: ['a'], on: false }]]);
});

it('selects a range in either direction from the one that was pressed last', () => {
  const { store, chosen } = setUp();
  store.toggle('d');
  store.range(shown, 'b');
  expect(chosen()).toBe('bcd');
  store.range(shown, 'a');
  expect(chosen()).toBe('abcd');
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

it('drops what is gone and says how many that were', () => {
  const { store, chosen } = setUp('a', 'b', 'c');
  expect(store.drop((id) => id !== 'b')).toBe(2);
  expect(chosen()).toBe('b');
  const told = vi.fn<() => void>();
  store.subscribe(told);
  expect(store.drop(() => false)).toBe(0);
  expect(told).not.toHaveBeenCalled();
});

it('does not outlive its session', () => {
  selection.set(['a'], true);
  session.end('signed-out');
  expect(selection.size).toBe(0);
});

it('tells enough for a reader to keep the same set', () => {
  const id = fc.constantFrom(...shown);
  const step = fc.oneof(
    id.map((one) => ({ does: 'toggle', one }) as const),
    id.map((one) => ({ does: 'range', one }) as const),
    fc.record({ does: fc.constant('set' as const), ids: fc.array(id), on: fc.boolean() }),
    id.map((one) => ({ does: 'drop', one }) as const),
    fc.constant({ does: 'clear' } as const),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const store = createSelection();
      const copy = new Set<string>();
      store.subscribe(({ ids, on }) => {
        for (const one of ids) {
          expect(copy.has(one)).toBe(!on);
          if (on) copy.add(one);
          else copy.delete(one);
        }
      });
      for (const next of steps) {
        if (next.does === 'toggle') store.toggle(next.one);
        else if (next.does === 'range') store.range(shown, next.one);
        else if (next.does === 'set') store.set(next.ids, next.on);
        else if (next.does === 'drop') store.drop((one) => one === next.one);
        else store.clear();
        expect([...copy].toSorted()).toEqual([...store.ids()].toSorted());
      }
    }),
  );
});
