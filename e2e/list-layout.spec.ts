import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectNoSidewaysScroll, expectTargets, wholeRows } from './checks.ts';
import { button, filterField, link, selectionBar, switchOf } from './controls.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';
import {
  elementsOf,
  expectRowCount,
  manyRowsTest,
  openLoaded,
  rowAt,
  scrollDown,
  table,
} from './many-rows.ts';

const rowsOf = (page: Page) => table(page).locator('tr[data-id]');

const heightsOf = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

/** Controls of the table that lie over each other. */
const covers = (page: Page) =>
  table(page)
    .locator('a, button, input')
    .evaluateAll((controls) => {
      const boxes = controls
        .filter((control) => control.checkVisibility())
        .map((control) => ({
          name: (control.ariaLabel ?? control.textContent).slice(0, 60),
          box: control.getBoundingClientRect(),
        }));
      return boxes.flatMap(({ name, box }, index) =>
        boxes
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              Math.min(box.right, other.right) - Math.max(box.x, other.x) > 1 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.y, other.y) > 1,
          )
          .map((other) => `${name} and ${other.name}`),
      );
    });

test.describe('with a finger', { tag: '@full' }, () => {
  test.use({ hasTouch: true });

  test('a phone shows three whole rows at first and five after scrolling, with room for a finger', async ({
    page,
    call,
  }) => {
    const name = `${uniqueName('long')}-${'of-all-regions-'.repeat(6)}${'x'.repeat(120)}`;
    // The second row: the first one is planned to be renamed.
    const { id } = await call(botUserEndpoints.create, { body: { name } });
    await call(botUserEndpoints.create, { body: { name: uniqueName('short') } });
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page);
    await expect(switchOf(page, name)).toBeVisible();
    const heights = await heightsOf(page);
    expect(Math.max(...heights)).toBeLessThanOrEqual(108);
    expect(new Set(heights).size).toBe(1);
    // The name is cut for the eye alone.
    await expect(link(page, name)).toHaveText(name);
    for (const width of [360, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(button(page, `Copy id of ${name}`)).toBeVisible({ visible: width !== 768 });
      expect(await covers(page), `at ${width}`).toEqual([]);
      await expectTargets(page, 44);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, innerHeight));
    await expect.poll(async () => (await wholeRows(table(page))).length).toBeGreaterThanOrEqual(5);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(async () => (await wholeRows(table(page))).length).toBeGreaterThanOrEqual(3);

    await rowAt(page, 1).getByRole('checkbox').check();
    await expect(selectionBar(page)).toContainText('1 selected');
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Rename…', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add in front', exact: true }).fill('old-');
    await expectNoSidewaysScroll(page);
    await button(page, 'Plan 1 rename').click();
    const lines = page.getByRole('table', { name: 'Planned changes' }).locator('tbody > tr');
    await expect(lines).toHaveCount(1);
    expect((await lines.boundingBox())?.height).toBeLessThan(140);
    const sides = lines
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')),
      );
    expect(await sides).toEqual(['none', 'Before: ', 'After: ', 'none']);
    await goTo(page, `/bot-users/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

manyRowsTest.describe('where the exact time is long in words', { tag: '@full' }, () => {
  manyRowsTest.use({ timezoneId: 'America/St_Johns' });

  manyRowsTest(
    'names keep their room, and rows fill the window, at every width',
    async ({ page }) => {
      await openLoaded(page, 1000);
      const header = table(page).getByRole('columnheader', { name: 'Name', exact: true });
      const shareOfNames = async () => {
        const [whole, part] = [await table(page).boundingBox(), await header.boundingBox()];
        return (part?.width ?? 0) / (whole?.width ?? 1);
      };
      /** By how much a text would be longer than the room of a time. */
      const cutOf = (text: string) =>
        rowAt(page, 1)
          .locator('time')
          .evaluate((time, said) => {
            const old = time.textContent;
            time.textContent = said;
            const { right } = time.getBoundingClientRect();
            time.textContent = old;
            const cell = time.closest('td') as HTMLElement;
            const end = parseFloat(getComputedStyle(cell).paddingRight);
            return right - (cell.getBoundingClientRect().right - end);
          }, text);
      for (const width of [1440, 1280, 1100]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(shareOfNames).toBeGreaterThan(0.3);
        expect(await cutOf('12 minutes ago')).toBeLessThanOrEqual(0);
      }

      await scrollDown(page, 0.5);
      await expect(rowAt(page, 501)).toBeInViewport();
      const topPlace = async () => (await wholeRows(table(page)))[0] ?? 0;
      // As cards, and as rows of another height.
      for (const width of [360, 1100, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(async () => (await wholeRows(table(page))).length).toBeGreaterThan(4);
        await expect.poll(async () => new Set(await heightsOf(page)).size).toBe(1);
        await expectNoSidewaysScroll(page);
      }

      await rowAt(page, (await topPlace()) + 2)
        .getByRole('link')
        .focus();
      for (const width of [1100, 360]) {
        await page.keyboard.press('Enter');
        await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
        await page.setViewportSize({ width, height: 740 });
        await link(page, 'Cancel').click();
        await expect(page.locator('th a:focus')).toBeInViewport();
      }
    },
  );
});

/** How many sheets of paper it takes. */
async function sheets(page: Page) {
  const file = await page.pdf({ format: 'A4' });
  return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** What is drawn there besides words, and columns too narrow for what they hold: on A4, out of the dark scheme. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 718, height: 900 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const seen = await page.locator('main').evaluate((main) => ({
    controls: [...main.querySelectorAll('input, button:not(th button), a:not(th a)')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 1)
      .map((part) => part.textContent),
    shadow: getComputedStyle(main.querySelector('section') ?? main).boxShadow,
    paper: getComputedStyle(main.querySelector('section') ?? main).backgroundColor,
    cut: [...main.querySelectorAll('tr > *')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((cell) => cell.textContent),
    beyond: main.scrollWidth - main.clientWidth,
    narrow: [...main.querySelectorAll('tbody tr:nth-child(2) td')]
      .filter((cell) => cell.getBoundingClientRect().height > 48)
      .map((cell) => cell.textContent),
  }));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
  return seen;
}

manyRowsTest(
  'paper gets every row that is shown, and no controls',
  { tag: '@full' },
  async ({ page, rows, call }) => {
    const id = rows[0]?.id ?? '';
    await call(botUserEndpoints.update, { params: { id }, body: { name: 'x'.repeat(200) } });
    await openLoaded(page, 1000);
    const all = await sheets(page);
    expect(all).toBeGreaterThan(12);
    const paper = { shadow: 'none', paper: 'rgb(255, 255, 255)', beyond: 0 };
    expect(await onPaper(page)).toEqual({ controls: [], narrow: [], cut: [], ...paper });
    await expect.poll(() => elementsOf(page)).toBeLessThan(800);
    await filterField(page).fill('grafana');
    await expectRowCount(page, rows.filter(({ name }) => name.includes('grafana')).length);
    expect(await sheets(page)).toBeLessThan(all / 2);
  },
);
