import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, switchOf } from './controls.ts';
import { expect, freshTest, signIn } from './fixtures.ts';
import { table } from './many-rows.ts';

const LONG = `grafana-scraper-${'of-all-regions-'.repeat(13)}eu-west-1-and-the-rest-of-them-eu-2`;

/** Rows that are whole on the screen, below what sticks to its top. */
const wholeRows = (page: Page) =>
  table(page)
    .locator('tr[data-id]')
    .evaluateAll((rows) => {
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= bar && bottom <= innerHeight;
      }).length;
    });

/** Controls of the table, with their sizes and those that lie over each other. */
const controlsOf = (page: Page) =>
  table(page)
    .locator('a, button, input')
    .evaluateAll((controls) => {
      const boxes = controls
        .filter((control) => control.checkVisibility())
        .map((control) => {
          const { x, y, width, height, right, bottom } = control.getBoundingClientRect();
          const name = (control.ariaLabel ?? control.textContent).slice(0, 60);
          return { name, x, y, right, bottom, size: Math.min(width, height) };
        });
      const covers = boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.x, other.x) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y) > 1,
          )
          .map((other) => `${one.name} and ${other.name}`),
      );
      return { sizes: boxes.map(({ name, size }) => ({ name, size })), covers };
    });

/** But for parts of a pixel. */
const smaller = (sizes: { name: string; size: number }[], least: number) =>
  sizes.filter(({ size }) => size < least - 0.1);

freshTest.describe('with a finger', () => {
  freshTest.use({ hasTouch: true });

  freshTest(
    'a phone shows three whole rows at first and five after scrolling, with room for a finger',
    async ({ page, call }) => {
      await call(botUserEndpoints.create, { body: { name: LONG } });
      await page.setViewportSize({ width: 360, height: 740 });
      await signIn(page);
      await expect(switchOf(page, LONG)).toBeVisible();
      const heights = await table(page)
        .locator('tr[data-id]')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(108);
      expect(new Set(heights).size).toBe(1);
      // The name is cut for the eye alone.
      const link = page.getByRole('link', { name: LONG, exact: true });
      await expect(link).toHaveText(LONG);

      for (const width of [360, 768, 1024]) {
        await page.setViewportSize({ width, height: 740 });
        await expect(button(page, `Copy id of ${LONG}`)).toBeVisible({ visible: width !== 768 });
        const { sizes, covers } = await controlsOf(page);
        expect(covers, `lie over each other at ${width}`).toEqual([]);
        expect(sizes.length).toBeGreaterThan(10);
        expect(smaller(sizes, 44)).toEqual([]);
      }

      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate(() => scrollTo(0, innerHeight));
      await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(5);
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(3);
    },
  );
});

freshTest('ten presses of Tab lead from the load to the first row', async ({ page }) => {
  await signIn(page);
  const first = table(page).getByRole('switch').first();
  await expect(first).toBeVisible();
  // A page that is opened begins here; one whose session another tab gives begins at the heading.
  await page.getByRole('link', { name: 'Skip to main content' }).press('Enter');
  const isOnFirst = () => first.evaluate((part) => part === document.activeElement);
  let presses = 1;
  while (!(await isOnFirst()) && presses < 40) {
    await page.keyboard.press('Tab');
    presses += 1;
  }
  // The next row is one more away, and arrows lead along the row.
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('tr[data-id] button[aria-haspopup]').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(table(page).getByRole('switch').nth(1)).toBeFocused();
  expect(smaller((await controlsOf(page)).sizes, 24)).toEqual([]);
  expect(presses).toBeLessThanOrEqual(10);
});
