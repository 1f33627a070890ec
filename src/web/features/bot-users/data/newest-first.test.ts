import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { followNewestFirst } from '#web/features/bot-users/data/newest-first.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';

let made = 0;
const at = (day: number): BotUser => ({
  id: `bot_${made++}`,
  uri: '',
  name: 'any',
  active: true,
  created_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
});

it('says so of rows that come newest first, in pages and in front', () => {
  const rows = createRowStore();
  const isNewestFirst = followNewestFirst(rows);
  expect(isNewestFirst()).toBe(true);
  rows.append([at(20), at(19)]);
  rows.append([at(19), at(3)]);
  rows.prepend([at(21)]);
  expect(isNewestFirst()).toBe(true);
});

it.each([
  [
    'inside a page',
    [
      [20, 19],
      [3, 4],
    ],
  ],
  [
    'between two pages',
    [
      [20, 18],
      [19, 3],
    ],
  ],
])('no longer says so of rows out of order %s', (_where, pages) => {
  const rows = createRowStore();
  const isNewestFirst = followNewestFirst(rows);
  for (const days of pages) rows.append(days.map(at));
  expect(isNewestFirst()).toBe(false);
});

it('no longer says so when an older one comes in front', () => {
  const rows = createRowStore();
  rows.append([at(20)]);
  const isNewestFirst = followNewestFirst(rows);
  rows.prepend([at(19)]);
  expect(isNewestFirst()).toBe(false);
});

it('is what a look at all rows says, however they came', () => {
  const days = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
  const step = fc.record({ days, front: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      const rows = createRowStore();
      const isNewestFirst = followNewestFirst(rows);
      for (const each of steps) rows[each.front ? 'prepend' : 'append'](each.days.map(at));
      const times = rows.order().map((slot) => rows.at(slot).created_at);
      expect(isNewestFirst()).toBe(
        times.every((time, n) => n === 0 || (times[n - 1] ?? '') >= time),
      );
    }),
  );
});
