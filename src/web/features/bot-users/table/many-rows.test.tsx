// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import {
  answer,
  bots,
  closePage,
  focused,
  key,
  openList,
  pass,
  press,
  shownNames,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

/** Pixels, as guessed where nothing is laid out. */
const ROW = 44;

const table = () => document.querySelector('table[aria-label="Bot users"]');
const indexes = () =>
  [...document.querySelectorAll('tr[data-id]')].map((row) =>
    Number(row.getAttribute('aria-rowindex')),
  );
const scrollTo = (top: number) =>
  act(async () => {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
  });

it('are in the document near the screen only from 31 on', async () => {
  await openList(bots(31), { pageSize: 31 });
  expect(shownNames().length).toBeLessThan(31);
  expect(shownNames()[0]).toBe('name 1');
  expect(table()?.getAttribute('aria-rowcount')).toBe('32');
});

it('are counted for a screen reader as far as that is known', async () => {
  await openList(bots(3), { pageSize: 2 });
  expect(table()?.getAttribute('aria-rowcount')).toBe('-1');
  expect(table()?.querySelector('thead tr')?.getAttribute('aria-rowindex')).toBe('1');
  expect(indexes()).toEqual([2, 3]);
  await press('Load more');
  await answer();
  expect(table()?.getAttribute('aria-rowcount')).toBe('4');
});

it('come when they are scrolled to, with their place among all', async () => {
  await openList(bots(1000), { pageSize: 1000 });
  await scrollTo(ROW * 500);
  await pass(200);
  const [first = 0] = indexes();
  expect(first).toBeGreaterThan(400);
  expect(indexes()).toContain(510);
  expect(shownNames()[0]).toBe(`name ${first - 1}`);
  expect(indexes().length).toBeLessThan(60);
});

it('are not marked below the pointer while they scroll', async () => {
  await openList(bots(1000), { pageSize: 1000 });
  const isScrolling = () => table()?.querySelector('[role=rowgroup][data-scrolling]') !== null;
  expect(isScrolling()).toBe(false);
  await scrollTo(ROW * 500);
  expect(isScrolling()).toBe(true);
  await pass(200);
  expect(isScrolling()).toBe(false);
});

it('stay while they have the focus, wherever the screen is', async () => {
  await openList(bots(1000), { pageSize: 1000 });
  await act(async () => the('name 3').focus());
  await scrollTo(ROW * 500);
  await pass(200);
  expect(focused()).toBe('name 3');
  expect(indexes()[0]).toBe(4);
  expect(indexes()[1]).toBeGreaterThan(400);
  await key('j');
  expect(focused()).toBe('name 4');
});
