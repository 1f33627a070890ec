import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bot, changed, page } from '#web/features/bot-users/view/samples.test.helper.ts';
import { totalsOf } from '#web/features/bot-users/view/by-page.ts';

let made = 0;
const at = (day: number, active = true) =>
  bot(`b${made++}`, { active, created_at: new Date(Date.UTC(2026, 0, day)).toISOString() });
const isNewestFirst = (...pages: number[][]) =>
  totalsOf(pages.map((days) => page(...days.map((day) => at(day))))).isNewestFirst;

it('counts rows and active ones', () => {
  const off = at(1, false);
  const pages = [page(at(3), at(2)), page(off)];
  expect(totalsOf(pages)).toMatchObject({ loaded: 3, active: 2 });
  expect(totalsOf(changed(pages, off.id, { active: true }))).toMatchObject({ active: 3 });
  expect(totalsOf([])).toEqual({ loaded: 0, active: 0, isNewestFirst: true });
});

it('says newest first of rows that are, in and between pages', () => {
  expect(isNewestFirst([21, 20, 19], [], [19, 3])).toBe(true);
  expect(isNewestFirst([20, 19], [3, 4])).toBe(false);
  expect(isNewestFirst([20, 18], [], [19, 3])).toBe(false);
});

it('is what all rows say, however they came', () => {
  const days = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(days, { maxLength: 4 }), (pages) => {
      const all = pages.flat();
      expect(isNewestFirst(...pages)).toBe(
        all.every((day, n) => n === 0 || (all[n - 1] ?? day) >= day),
      );
    }),
  );
});
