import { expect, it } from 'vitest';
import { keysOf } from './bench-table-keys.mjs';

/** @param {string} name @param {string} id */
const bot = (name, id) => ({ id, name, active: true, created_at: '2026-11-21T12:00:00Z' });

it('counts by name and id, and tells the keys that change nothing', () => {
  const bots = [bot('Alpha', 'x'), bot('alto', 'x'), bot('zulu', 'ALPH'), bot('ab', 'x')];
  expect(keysOf(bots, 'alph')).toEqual([
    { key: 'a', wanted: 'a', count: 4, isSeen: true },
    { key: 'l', wanted: 'al', count: 3, isSeen: true },
    { key: 'p', wanted: 'alp', count: 2, isSeen: true },
    { key: 'h', wanted: 'alph', count: 2, isSeen: false },
  ]);
});

it('has no key that finds nothing', () => {
  expect(keysOf([bot('ab', 'x'), bot('b', 'x')], 'ac')).toEqual([
    { key: 'a', wanted: 'a', count: 1, isSeen: true },
  ]);
});
