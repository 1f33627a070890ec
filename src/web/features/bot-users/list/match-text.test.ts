// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { matchTextOf } from '#web/features/bot-users/list/match-text.ts';

const facts = { shown: 12, loaded: 30_000, isStale: false, byId: 0, only: false, isFiltered: true };

it.each([
  [{}, '12 of the 30,000 loaded match'],
  [{ byId: 12 }, '12 of the 30,000 loaded match'],
  [{ byId: 2 }, '12 of the 30,000 loaded match: 10 by name, 2 by id'],
  [{ isStale: true, shown: 30_000 }, 'Filtering the 30,000 loaded…'],
  [
    { only: true },
    '12 of the 30,000 loaded are shown: those that were selected, whatever the filter says',
  ],
  [
    { only: true, isFiltered: false },
    '12 of the 30,000 loaded are shown: those that were selected',
  ],
])('says of %j what is shown', (change, text) => {
  expect(matchTextOf({ ...facts, ...change })).toBe(text);
});
