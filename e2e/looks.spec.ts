import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { boxOf, doubleTexts, expectNoSidewaysScroll, overhang, spaceTexts } from './checks.ts';
import { addPolicies, button, jobCard, keyField, link, receipt, selectionBar } from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';

test('a switch of a form can be made out while it is off, too', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  const box = page.getByRole('switch', { name: 'Active', exact: true });
  await box.uncheck({ force: true });
  const track = box.locator('+ *');
  // The colour of edges: a test of the tokens has its contrast.
  for (const [colorScheme, edge] of [
    ['light', 'rgb(122, 139, 148)'],
    ['dark', 'rgb(102, 124, 136)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(track).toHaveCSS('box-shadow', new RegExp(edge.replace(/[()]/g, '.')));
    await expect(track.locator('.mantine-Switch-thumb')).toHaveCSS('background-color', edge);
  }
});

test('a ring shows that the field of the key has the focus', async ({ page }) => {
  await page.goto('/sign-in');
  await keyField(page).focus();
  const { left, top } = await boxOf(page.locator('.mantine-PasswordInput-input'));
  const clip = { x: left - 4, y: top, width: 4, height: 30 };
  const focused = await page.screenshot({ clip });
  await keyField(page).blur();
  expect(focused.equals(await page.screenshot({ clip }))).toBe(false);
});

/** Whether a press in its middle reaches it. */
const isOnTop = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('a selection moves no row, and the foot of the list stays above the line of a job', async ({
  page,
}) => {
  await page.route('**/bot_users/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page);
  const table = page.getByRole('table', { name: 'Bot users' });
  const { top } = await boxOf(table);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await expect(selectionBar(page)).toBeVisible();
  expect((await boxOf(table)).top).toBe(top);

  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, 'Set inactive').click();
  await page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
  await expect(jobCard(page)).toBeVisible();
  await expect(button(page, 'Load more')).toBeVisible();
  expect(await isOnTop(button(page, 'Load more'))).toBe(true);
  await button(page, 'Load more').focus();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** A bot user created 23 minutes ago, as the service lists it. */
const age = (page: Page) =>
  page.route('**/bot_users?limit=100', async (route) => {
    const json = await (await route.fetch()).json();
    json.bot_users[0].created_at = new Date(Date.now() - 23 * 60_000).toISOString();
    await route.fulfill({ json });
  });

test('at 320 px a card has its whole date, or its route, and that its label is cut', async ({
  page,
  service,
  call,
}) => {
  const { route } = await demoScene(service, call);
  const body = { name: uniqueName('card'), active: false };
  const { id } = await call(botUserEndpoints.create, { body });
  await age(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page);
  const bot = page.locator(`tr[data-id="${id}"]`);
  // The head begins where the names do.
  const { left } = await boxOf(bot.getByRole('link'));
  expect((await boxOf(button(page, 'Name'))).left).toBe(left);
  const date = page.getByText('23 minutes ago');
  const cell = bot.getByRole('cell').filter({ has: date });
  expect((await boxOf(date)).right).toBeLessThanOrEqual((await boxOf(cell)).right);
  await page.evaluate(spaceTexts);
  expect((await boxOf(date)).bottom).toBeLessThanOrEqual((await boxOf(bot)).bottom);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  await button(page, 'Export 100 shown').click();
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await bot.getByRole('switch').click();
  await expect(receipt(page)).toContainText('is now active.');
  await page.keyboard.press('?');
  expect(await isOnTop(button(page, 'Close'))).toBe(true);
  await button(page, 'Close').click();
  const list = page.getByRole('region', { name: 'Bot user list' });
  expect((await boxOf(receipt(page))).right).toBe((await boxOf(list)).right);

  await goTo(page, '/routes');
  const heading = await boxOf(page.getByRole('heading', { level: 1, name: 'Routes' }));
  expect((await boxOf(button(page, 'Add routes…'))).top).toBeLessThan(heading.bottom);
  const row = page.getByRole('row').filter({ has: link(page, route.label) });
  const { left: ofLabel } = await boxOf(link(page, route.label));
  expect((await boxOf(button(page, 'Label'))).left).toBe(ofLabel);
  expect(ofLabel).toBe(left);
  const ids = row.locator('td span[title]');
  const [edge, ofRoute] = [ids.first(), ids.nth(1)];
  await expect(ofRoute).toHaveAttribute('title', route.id);
  expect((await boxOf(ofRoute)).right).toBeLessThanOrEqual((await boxOf(row)).right);
  expect((await boxOf(ofRoute)).top).toBeGreaterThan((await boxOf(edge)).top);
  // The "…" is drawn where the text has a second line.
  const lines = await link(page, route.label).evaluate((name) => {
    name.style.width = '3.75rem';
    return (name.firstElementChild?.clientHeight ?? 0) / 20;
  });
  expect(lines).toBe(2);

  // The head of the board is whole, whether the focus is in it or not.
  await page.setViewportSize({ width: 600, height: 700 });
  const head = page.getByRole('rowgroup').filter({ has: page.getByRole('columnheader') });
  await page.getByRole('checkbox', { name: 'Select all routes' }).focus();
  expect((await boxOf(head)).right).toBe((await boxOf(row)).right);
});

test('on paper no word of a label is broken that has room for it', async ({ page }) => {
  await signIn(page, '/routes?q=eu-checkout');
  const label = link(page, 'eu-checkout');
  await expect(page.getByRole('row').filter({ has: label })).toContainText('just now');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 900 });
  const { top, bottom } = await boxOf(label);
  expect(bottom - top, 'one line').toBeLessThan(40);
});

test('on paper an open dialog stands alone, and is whole', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.setViewportSize({ width: 718, height: 500 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect(await dialog.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
});

/** As the browser tells screen readers of it, which is not always what the document holds. */
async function spokenText(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText');
  return texts.map(({ name }) => String(name?.value)).join('');
}

test('on a phone texts of twice the size are whole, and what can be pressed is in sight', async ({
  page,
  service,
  call,
}) => {
  const { path } = await demoScene(service, call);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('large') } });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.evaluate(doubleTexts);
  const list = page.getByRole('region', { name: 'Bot user list' });
  const { right } = await boxOf(list);
  const row = page.locator(`tr[data-id="${id}"]`);
  for (const control of await row.getByRole('button').all())
    expect((await boxOf(control)).right).toBeLessThan(right);
  expect((await boxOf(page.getByRole('button', { name: 'Created' }))).right).toBeLessThan(right);
  const box = page.getByRole('checkbox', { name: 'Select all loaded' });
  const sort = button(page, 'Name');
  expect((await boxOf(sort)).left).toBeGreaterThan((await boxOf(box)).right);
  await row.getByRole('switch').click();
  const told = await boxOf(receipt(page).getByText('is now inactive.'));
  expect((await boxOf(button(page, 'Undo'))).top).toBeGreaterThanOrEqual(told.bottom);
  // The line begins after the name.
  expect(await spokenText(page)).toContain(' is now inactive.');
  await button(page, 'Dismiss').click();
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expect(selectionBar(page)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await goTo(page, path);
  await addPolicies(page, `ipp_${'x'.repeat(27)}`);
  await expect(button(page, 'Add anyway')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await overhang(page.getByRole('alert'))).toBe(0);
  for (const label of ['Apply to other routes', 'Remove IP restriction…', 'Review changes'])
    expect(await overhang(page.getByText(label, { exact: true }).last()), label).toBe(0);
  await button(page, 'Leave out').click();

  await goTo(page, '/routes/apply');
  await expect(page.getByRole('heading', { name: 'IP policies 0' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('each item of a menu is reached in a low window, as 1280 x 1024 at 400 %', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page);
  await button(page, 'Account menu').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(last).toBeFocused();
  expect(await isOnTop(last)).toBe(true);
});

test.describe('for a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('no field is so small that a phone zooms into it', async ({ page }) => {
    const fields = page.locator('input[type=password], input[type=date], textarea, select');
    for (const [path, count] of [
      ['/sign-in', 1],
      ['/history', 3],
      ['/bot-users/import', 1],
    ] as const) {
      await (path === '/sign-in' ? page.goto(path) : signIn(page, path));
      await expect(fields).toHaveCount(count);
      for (const field of await fields.all()) await expect(field).toHaveCSS('font-size', '16px');
    }
    await goTo(page, '/routes');
    await button(page, 'Add routes…').tap();
    await expect(fields).toHaveCSS('font-size', '16px');
  });

  test('the menu of a selection is in sight on a phone that lies on its side', async ({ page }) => {
    await page.setViewportSize({ width: 750, height: 342 });
    await signIn(page);
    await page.getByRole('checkbox', { name: 'Select all loaded' }).tap();
    await button(page, 'Actions').tap();
    const first = page.getByRole('menuitem', { name: 'Set active' });
    await expect(first).toBeFocused();
    expect(await isOnTop(first)).toBe(true);
  });

  test('the bar of a selection does not cover the row that was pressed', async ({ page }) => {
    await signIn(page);
    const box = page.getByRole('row').nth(9).getByRole('checkbox');
    await box.evaluate((it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight));
    const { left, top } = await boxOf(box);
    // Where it is: the test runner would bring it away from the edge first.
    await page.touchscreen.tap(left + 20, top + 20);
    await expect(selectionBar(page)).toBeVisible();
    expect(await isOnTop(box)).toBe(true);
  });
});
