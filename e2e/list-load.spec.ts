import { botUserEndpoints, type BotUserListAnswer } from '#contract/bot-user.ts';
import { button, section } from './controls.ts';
import { delayed, rewritten } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import {
  elementsOf,
  expectRowCount,
  loadedAll,
  manyRowsTest,
  openLoaded,
  pagesAsked,
  rowAt,
  scrollDown,
  table,
} from './many-rows.ts';

/** Each page after the first has ten rows of the one before, so 90 new ones. */
const overlapping = rewritten<BotUserListAnswer>((page) => {
  const [next, last] = [page.bot_users.at(-11), page.bot_users.at(-1)];
  const next_page_uri = page.next_page_uri?.replace(last?.id ?? '', next?.id ?? '') ?? null;
  return { ...page, next_page_uri };
});

manyRowsTest(
  '10,000 come one request at a time, each row once, whatever page is open',
  async ({ page, faultProxy }) => {
    faultProxy.answer(botUserEndpoints.list, delayed(5, overlapping));
    await signIn(page);
    await expect(table(page)).toHaveAttribute('aria-rowcount', '-1');
    await button(page, 'Load all').dblclick();
    await expect(
      page.getByRole('progressbar', { name: 'Loading bot users', exact: true }),
    ).toBeVisible();
    await expect(page.getByText(/^Loading, [\d,]+ so far/)).toBeVisible();

    await section(page, 'Routes').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeVisible();
    const before = pagesAsked(faultProxy).length;
    await expect.poll(() => pagesAsked(faultProxy).length).toBeGreaterThan(before + 20);
    await section(page, 'Bot users').click();
    await expect(loadedAll(page, '10,000')).toBeVisible({ timeout: 60_000 });
    await expectRowCount(page, 10_000);
    await expect(button(page, 'Load more')).toBeHidden();

    const asked = pagesAsked(faultProxy).map((query) => query.get('before_id'));
    expect(asked).toHaveLength(1 + (10_000 - 100) / 90);
    expect(new Set(asked).size).toBe(asked.length);
    expect(faultProxy.mostAtOnce(botUserEndpoints.list)).toBe(1);
  },
);

manyRowsTest(
  'of 10,000 rows those on the screen are in the document, and the one with the focus',
  async ({ page, rows }) => {
    await openLoaded(page, 10_000);
    // Its button is always in sight: nothing scrolls to show it.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const names = rows.map(({ name }) => name);
    await rowAt(page, 3).getByRole('checkbox').focus();

    for (const share of [0.25, 0.5, 1]) {
      await scrollDown(page, share);
      const place = Math.round(share * 10_000) - (share === 1 ? 0 : 2);
      await expect(rowAt(page, place)).toBeInViewport();
      await expect(rowAt(page, place).getByRole('rowheader')).toContainText(names[place - 1] ?? '');
      expect(await elementsOf(page)).toBeLessThan(800);
      await expect(rowAt(page, 3).getByRole('checkbox')).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(rowAt(page, 3).getByRole('switch')).toBeFocused();
    await expect(rowAt(page, 3)).toBeInViewport();
    await page.keyboard.press('j');
    await expect(rowAt(page, 4).getByRole('link')).toBeFocused();
  },
);

manyRowsTest(
  'the first new row gets the focus, also when there are too many for the document',
  async ({ page }) => {
    await signIn(page);
    await expect(rowAt(page, 1)).toBeVisible();
    for (const place of [101, 201, 301]) {
      await page.keyboard.press('l');
      await expect(rowAt(page, place).getByRole('link')).toBeFocused();
    }
  },
);
