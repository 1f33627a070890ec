import { expect, it } from 'vitest';
import { narrowingKeys } from './bench-table-keys.mjs';

/** @param {string} name @param {string} id */
const bot = (name, id) => ({ id, name, active: true, created_at: '2026-11-21T12:00:00Z' });

it('has keys as long as each of them leaves fewer rows, found by name or id', () => {
  const bots = [bot('Alpha', 'x'), bot('alto', 'x'), bot('zulu', 'ALPH'), bot('other', 'x')];
  expect(narrowingKeys(bots, 'alpha')).toEqual([{ key: 'a', wanted: 'a', count: 3 }]);
  expect(narrowingKeys([...bots, bot('ab', 'x')], 'alpha')).toEqual([
    { key: 'a', wanted: 'a', count: 4 },
    { key: 'l', wanted: 'al', count: 3 },
    { key: 'p', wanted: 'alp', count: 2 },
  ]);
});

it('has no key that leaves no row', () => {
  expect(narrowingKeys([bot('ab', 'x'), bot('b', 'x')], 'ac')).toEqual([
    { key: 'a', wanted: 'a', count: 1 },
  ]);
});
