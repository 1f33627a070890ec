import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  expectReadableColours,
  setScheme,
} from './checks.ts';
import { button, receipt } from './controls.ts';
import { slow } from './faults.ts';
import { expect, signIn, test } from './fixtures.ts';
import { manyRowsTest } from './many-rows.ts';
import { pages } from './pages.ts';

for (const [name, open] of Object.entries(pages))
  test(`axe finds nothing on ${name}, wide and narrow`, async ({
    page,
    call,
    service,
    problems,
  }) => {
    problems.allow(404);
    await open({ page, call, service });
    await expectGoodAtEveryWidth(page, { isTable: name === 'bot users' });
  });

manyRowsTest(
  'axe finds nothing on many bot users while more are loaded, and no focus is covered',
  async ({ page, faultProxy }) => {
    await signIn(page);
    for (const loaded of ['200 loaded', '300 loaded']) {
      await button(page, 'Load more').click();
      await expect(page.getByText(`${loaded}, newest first. The service has more.`)).toBeVisible();
    }
    await page.getByRole('switch').first().click();
    await expect(receipt(page)).toContainText('is now');
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check();
    faultProxy.answer(botUserEndpoints.list, slow);
    await button(page, 'Load all').click();
    await expect(page.getByText('Loading, 300 so far')).toBeVisible();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectFocusInSight(page);
    }
    // From the top and without the receipt: what a sticky part half covers, axe takes for too small a target.
    // It goes by itself, on a slow machine before a press.
    await page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    );
    await expect(receipt(page)).toBeEmpty();
    await page.evaluate(() => scrollTo(0, 0));
    // Low: axe looks at each row, and they are all alike.
    await expectGoodAtEveryWidth(page, { isTable: true, height: 360 });
    await expect(button(page, 'Cancel loading')).toBeVisible();
  },
);

test('a menu, whose parts are Mantine’s, has the look of the app’s own parts', async ({ page }) => {
  await signIn(page);
  const look = (part: Locator) =>
    part.evaluate((element) => {
      const { fontFamily, fontSize, color, borderTopLeftRadius } = getComputedStyle(element);
      return { fontFamily, fontSize, color, borderTopLeftRadius };
    });
  await button(page, 'Account menu').click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await setScheme(page, colorScheme);
    expect(await look(page.getByRole('menuitem', { name: 'Sign out' }))).toEqual(
      await look(button(page, 'Refresh')),
    );
  }
});

/** What gets the focus at the lower edge is scrolled out from under what is sticky there. */
async function expectFocusInSight(page: Page) {
  for (let row = 0; row < 20; row++) await page.keyboard.press('j');
  const isLinkInSight = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.matches('th a')) return false;
      const { left, bottom } = activeElement.getBoundingClientRect();
      return activeElement.contains(document.elementFromPoint(left + 2, bottom - 2));
    });
  await expect.poll(isLinkInSight, { timeout: 2_000 }).toBe(true);
}

/** @param looks `isTable`: laid out anew in the widths between as well, where axe looks only then */
async function expectGoodAtEveryWidth(page: Page, looks: { isTable: boolean; height?: number }) {
  const { isTable, height = 800 } = looks;
  for (const width of [1440, 1024, 768, 360]) {
    const isEnd = width === 1440 || width === 360;
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    if (isEnd || isTable) await expectNoAxeFindings(page);
  }
  // Colours are the same at every width.
  await setScheme(page, 'dark');
  await expectReadableColours(page);
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScroll(page);
  await page.evaluate(spaceTexts);
  await expectNoSidewaysScroll(page);
}

/** As WCAG 1.4.12 lets readers do it, in the page. */
function spaceTexts() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`,
  );
  document.adoptedStyleSheets = [sheet];
}

test('the styles of the form in the document leave those of the app alone', async ({ page }) => {
  await signIn(page);
  await expect(button(page, 'More')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('the skip link leads past the bar and keeps what was typed', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('half-typed');
  await page.getByRole('link', { name: 'Skip to main content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('half-typed');
});

test('the colour scheme is chosen in the account menu and kept', async ({ page }) => {
  const isDark = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page);
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(isDark).toBe(true);
  await page.reload();
  await expect.poll(isDark).toBe(true);
});
