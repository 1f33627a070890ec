// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createHiddenSelected } from '#web/features/bot-users/selection/hidden-selected.ts';
import { createSelection } from '#web/features/bot-users/selection/selection.ts';

/** Rows whose ids are the letters of a text, in slots of that order. */
function setUp(letters: string) {
  const slots = new Map(Array.from(letters).map((id, slot) => [id, slot]));
  const slotOf = vi.fn<(id: string) => number | undefined>((id) => slots.get(id));
  const selection = createSelection();
  return { selection, slots, slotOf, hidden: createHiddenSelected(selection, { slotOf }) };
}

it('counts the selected that the list does not show, and names them', () => {
  const { selection, hidden } = setUp('abcd');
  selection.set(['a', 'c', 'd'], true);
  expect(hidden.count([0, 1])).toBe(2);
  expect(['a', 'b', 'c', 'd'].map(hidden.isHidden)).toEqual([false, false, true, true]);
  expect(hidden.count([0, 1, 2, 3])).toBe(0);
});

it('looks at the changed ones only while the list stays the same', () => {
  const { selection, slotOf, hidden } = setUp('abcdefgh');
  const shown = [0, 1, 2];
  selection.set('abcdef', true);
  hidden.subscribe(() => {});
  expect(hidden.count(shown)).toBe(3);
  slotOf.mockClear();
  selection.toggle('h');
  expect(hidden.count(shown)).toBe(4);
  expect(new Set(slotOf.mock.calls.flat())).toEqual(new Set(['h']));
});

it('counts anew when a selected row is gone', () => {
  const { selection, slots, hidden } = setUp('abc');
  const shown = [0, 1];
  hidden.subscribe(() => {});
  selection.set('abc', true);
  expect(hidden.count(shown)).toBe(1);
  slots.delete('a');
  selection.drop((id) => id === 'a');
  expect(hidden.count(shown)).toBe(1);
});

it('knows what happened while nobody listened', () => {
  const { selection, hidden } = setUp('abc');
  const shown = [0];
  const told = vi.fn<() => void>();
  const stop = hidden.subscribe(told);
  selection.set('abc', true);
  expect(hidden.count(shown)).toBe(2);
  stop();
  selection.clear();
  hidden.subscribe(() => {});
  expect(told).toHaveBeenCalledTimes(1);
  expect(hidden.count(shown)).toBe(0);
});

it('is right after any changes', () => {
  const letters = 'abcdefgh';
  const step = fc.record({
    toggled: fc.constantFrom(...Array.from(letters)),
    shown: fc.option(fc.subarray(Array.from(letters).map((_, slot) => slot))),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { selection, slots, hidden } = setUp(letters);
      hidden.subscribe(() => {});
      let shown: number[] = [];
      for (const next of steps) {
        selection.toggle(next.toggled);
        shown = next.shown ?? shown;
        const slow = [...selection.ids()].filter((id) => !shown.includes(slots.get(id) ?? -1));
        expect(hidden.count(shown)).toBe(slow.length);
      }
    }),
  );
});
