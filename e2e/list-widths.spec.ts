import type { Page } from 'playwright/test';
import { botUserEndpoints, type BotUser, type BotUserListAnswer } from '#contract/bot-user.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { link } from './controls.ts';
import { rewritten } from './faults.ts';
import { expect } from './fixtures.ts';
import { manyRowsTest, namesOnScreen, openLoaded, rowAt, scrollDown, table } from './many-rows.ts';

// The exact time is long in words there.
manyRowsTest.use({ botUsers: 1000, timezoneId: 'America/St_Johns' });

manyRowsTest(
  'names keep their room and rows their place at every width',
  async ({ page, faultProxy, rows }) => {
    // Long, wide, out of order, and none at all.
    const names = [
      'x'.repeat(500),
      'wide '.repeat(90),
      '\u202etxt.exe',
      'a\u200b'.repeat(200),
      ' ',
    ];
    const nameOf = new Map(
      rows
        .filter((_, index) => index % 3 === 0)
        .map(({ id }, index) => [id, names[index % names.length]]),
    );
    const renamed = (bot: BotUser) => ({ ...bot, name: nameOf.get(bot.id) ?? bot.name });
    faultProxy.answer(botUserEndpoints.get, rewritten(renamed));
    faultProxy.answer(
      botUserEndpoints.list,
      rewritten<BotUserListAnswer>((list) => ({
        ...list,
        bot_users: list.bot_users.map(renamed),
      })),
    );
    await openLoaded(page, 1000);

    const shareOfNames = () =>
      table(page)
        .getByRole('columnheader', { name: 'Name', exact: true })
        .evaluate(
          (header) =>
            header.getBoundingClientRect().width /
            (header.closest('table')?.getBoundingClientRect().width ?? 0),
        );
    for (const width of [1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(shareOfNames).toBeGreaterThan(0.3);
    }

    await scrollDown(page, 0.5);
    await expect(rowAt(page, 501)).toBeInViewport();
    // The row at the top stays there, as cards and as rows of another height.
    for (const width of [360, 1100, 360]) {
      const place = await topPlace(page);
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(async () => Math.abs((await topPlace(page)) - place)).toBeLessThan(2);
      const heights = await table(page)
        .getByRole('row')
        .filter({ has: page.getByRole('switch') })
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      await expectNoSidewaysScroll(page);
    }

    const opened = rowAt(page, (await topPlace(page)) + 2).getByRole('link');
    // To press it may have to come out from under the foot.
    await opened.hover();
    const seen = await namesOnScreen(page);
    const form = page.getByRole('form', { name: 'Edit bot user' });
    await opened.click();
    await expect(form).toBeVisible();
    await page.goBack();
    await expect.poll(() => namesOnScreen(page)).toEqual(seen);

    for (const width of [1100, 360]) {
      await page.keyboard.press('Enter');
      await expect(form).toBeVisible();
      await page.setViewportSize({ width, height: 740 });
      await link(page, 'Cancel').click();
      await expect(page.locator('th a:focus')).toBeInViewport();
    }
  },
);

/** Of the first row that is whole on the screen, below what is sticky there; 1 is the first of the list. */
const topPlace = (page: Page) =>
  table(page)
    .locator('tr[data-id]')
    .evaluateAll((rows) => {
      const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
      const first = rows.find((row) => row.getBoundingClientRect().top >= covered);
      return Number(first?.getAttribute('aria-rowindex')) - 1;
    });
