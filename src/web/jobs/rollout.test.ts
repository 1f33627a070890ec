import { expect, it } from 'vitest';
import { goalFrom, reached } from '#web/jobs/rollout.ts';

const counts = (confirmed: number, failed = 0) => ({
  wanted: 28 - confirmed - failed,
  sent: 0,
  confirmed,
  failed,
  unsure: 0,
  skipped: 0,
});

it.each([
  [0, 1],
  [1, 6],
  [3, 6],
  [6, Infinity],
])('goes from %d on to %d', (ended, expected) => {
  expect(goalFrom({ steps: [1, 5], stopAfter: null }, counts(ended))).toEqual({
    ended: expected,
    failed: Infinity,
  });
});

it('bears so many more failures', () => {
  const goal = goalFrom({ steps: [], stopAfter: 2 }, counts(3, 2));
  expect(reached(goal, counts(9, 3))).toBeUndefined();
  expect(reached(goal, counts(9, 4))).toBe('failures');
});

it('stops for a look once a step is done', () => {
  const goal = goalFrom({ steps: [1, 5], stopAfter: 1 }, counts(1));
  expect(reached(goal, counts(5))).toBeUndefined();
  expect(reached(goal, counts(6))).toBe('look');
});
