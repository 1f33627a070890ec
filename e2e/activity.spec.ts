import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { alertAbout, button, receipt, section, switchOf } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { scrollDown } from './many-rows.ts';
import { apiKey } from './service.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Activity panel' });
const activityButton = (page: Page) => button(page, 'Activity');
const inPanel = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name, exact: true });
const entries = (page: Page) =>
  page.getByRole('list', { name: 'Requests, newest first' }).locator('> li');
/** The button that opens an entry. */
const opener = (entry: Locator) => entry.getByRole('button').first();

async function openPanel(page: Page) {
  await activityButton(page).click();
  await expect(panel(page).getByRole('heading', { name: 'Activity', exact: true })).toBeFocused();
  await expect(entries(page).first()).toBeVisible();
}

const scrollTop = (page: Page) => page.evaluate(() => scrollY);
const widthOf = async (part: Locator) => (await part.boundingBox())?.width;

test('what was asked is listed, newest first, also what failed and why', async ({
  page,
  problems,
}) => {
  problems.allow(404);
  await signIn(page, '/bot-users/bot_of_nobody');
  await expect(page.getByText('No bot user has this id')).toBeVisible();
  await section(page, 'Bot users').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await openPanel(page);
  await expect(entries(page)).toHaveText([
    /^GET \/bot_users\?limit=100200 OK\d+ ms/,
    /^GET \/bot_users\/bot_of_nobody404 Not found\d+ ms/,
  ]);

  const failed = entries(page).nth(1);
  await opener(failed).click();
  await expect(opener(failed)).toHaveAttribute('aria-expanded', 'true');
  await expect(failed.getByRole('note')).toContainText('The service answered 404.');
  await expect(failed.getByText('Authorization: Bearer ••••')).toBeVisible();
  await expect(failed.getByText(/"error_code": /)).toBeVisible();

  await panel(page).getByRole('checkbox', { name: 'Only failed', exact: true }).check();
  await expect(entries(page)).toHaveCount(1);
  await panel(page).getByRole('radio', { name: 'POST', exact: true }).check();
  await expect(panel(page).getByText('No request matches the filter.')).toBeVisible();
});

test('it is opened, read and closed by keyboard alone', async ({ page }) => {
  await signIn(page);
  await activityButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Activity', exact: true })).toBeFocused();
  await expect(entries(page).first()).toBeVisible();
  // Close, method, only failed, clear, export.
  for (let press = 0; press < 6; press++) await page.keyboard.press('Tab');
  await expect(opener(entries(page).first())).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries(page).first().getByText('Request headers')).toBeVisible();

  const menuItem = page.getByRole('menuitem', { name: 'JSON file' });
  await inPanel(page, 'Export requests').focus();
  await page.keyboard.press('Enter');
  // Before the menu has taken the focus.
  await page.keyboard.press('Escape');
  await expect(inPanel(page, 'Export requests')).toHaveAttribute('aria-expanded', 'false');
  await expect(menuItem).toHaveCount(0);
  await expect(inPanel(page, 'Export requests')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menuItem).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menuItem).toHaveCount(0);
  await expect(inPanel(page, 'Export requests')).toBeFocused();

  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await scrollDown(page, 0.5);
  const scrolled = await scrollTop(page);
  expect(scrolled).toBeGreaterThan(400);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(activityButton(page)).toBeFocused();
  await expect(activityButton(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Search or run a command')).toBeFocused();
  expect(await scrollTop(page), 'the list stays where it was').toBe(scrolled);
});

test('it stays open from page to page, is no part of the address, and ends with the session', async ({
  page,
}) => {
  await signIn(page);
  await openPanel(page);
  await section(page, 'Routes').click();
  await expect(page).toHaveURL('/routes');
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  await expect(entries(page).last()).toContainText('/bot_users?limit=1');

  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await signIn(page, '/routes');
  await expect(panel(page)).toHaveCount(0);
  await openPanel(page);
  await expect(entries(page).filter({ hasText: '/bot_users?limit=100' })).toHaveCount(0);
});

test('a change is marked, and its copied command does the same again', async ({
  page,
  context,
  service,
  call,
}) => {
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('again') } });
  await context.grantPermissions(['clipboard-write']);
  await signIn(page, `/bot-users?q=${name}`);
  await switchOf(page, name).click();
  await expect(receipt(page)).toContainText('is now inactive.');
  await openPanel(page);
  const change = entries(page).first();
  await expect(change).toContainText(/^PATCH.*Change/);
  await call(botUserEndpoints.update, { params: { id }, body: { active: true } });

  await change.getByRole('button', { name: /^Copy request \S+ as curl$/ }).click();
  await expect(change.getByText('Copied', { exact: true })).toBeVisible();
  const command = await pasted(page);
  const env = { PATH: process.env.PATH, BASE_URL: service.url + API_BASE, API_KEY: apiKey };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  expect(JSON.parse(stdout)).toMatchObject({ id, active: false });
});

/** The page may not read the clipboard, so what was copied is pasted into a field by keyboard. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.querySelector('main')?.append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  const field = page.locator('#pasted');
  await expect(field).not.toHaveValue('');
  return field.inputValue();
}

test('what the list shows is exported, without the key', async ({ page, problems, service }) => {
  problems.allow(404);
  await signIn(page, '/bot-users/bot_of_nobody');
  await expect(page.getByText('No bot user has this id')).toBeVisible();
  await openPanel(page);
  await panel(page).getByRole('checkbox', { name: 'Only failed', exact: true }).check();

  const text = await exported(page, 'JSON file', /^requests-[\dT-]+\.json$/);
  const requests = JSON.parse(text) as Array<{ base: string; path: string }>;
  expect(requests.map(({ base, path }) => base + path)).toEqual([
    `${service.url}${API_BASE}/bot_users/bot_of_nobody`,
  ]);
  expect(text).not.toContain(apiKey);
});

async function exported(page: Page, kind: string, name: RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await inPanel(page, 'Export requests').click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(name);
  return readFile(await file.path(), 'utf8');
}

test('requests that come on top do not move what is being read', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await openPanel(page);
  const reading = opener(entries(page).first());
  await reading.click();
  const before = await reading.boundingBox();
  const made = await entries(page).count();
  await button(page, 'Refresh').click();
  await expect(entries(page)).toHaveCount(made + 1);
  await expect(entries(page).first()).toContainText('200 OK');
  expect((await opener(entries(page).nth(1)).boundingBox())?.y).toBe(before?.y);
});

test('it is a column where there is room and a sheet where there is none', async ({ page }) => {
  await signIn(page, '/bot-users?q=ci-deployer');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await openPanel(page);
  await opener(entries(page).first()).click();
  for (const [width, expected] of [
    [1440, 400],
    [1024, 360],
    [768, 400],
    [360, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => widthOf(panel(page))).toBe(expected);
    await expectNoSidewaysScroll(page);
    if (width > 768) {
      const main = await page.getByRole('main').boundingBox();
      const column = await panel(page).boundingBox();
      expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
    } else
      expect((await panel(page).boundingBox())?.height, 'a sheet has the whole height').toBe(800);
  }
});

test('axe finds nothing on it, wide and narrow', async ({ page, problems }) => {
  problems.allow(404);
  await signIn(page, '/bot-users?q=ci-deployer');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const refused = { status: 404, json: { error_code: 'NOT_FOUND', msg: 'Not here', details: {} } };
  await page.route('**/api/bot_users?*', (route) => route.fulfill(refused), { times: 1 });
  await button(page, 'Refresh').click();
  await expect(alertAbout(page, 'The service answered 404')).toBeVisible();
  await openPanel(page);
  await opener(entries(page).first()).click();
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await inBothSchemes(page, () => expectNoAxeFindings(page));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a sheet gives way to what gets the focus under it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await openPanel(page);
  await page.keyboard.press('Shift+Tab');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator(':focus')).toBeInViewport();
});

test('the line about the last change stays in reach above a sheet', async ({ page, call }) => {
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('undo') } });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, `/bot-users?q=${name}`);
  await switchOf(page, name).click();
  await expect(receipt(page)).toContainText('is now inactive.');
  await openPanel(page);
  await button(page, 'Undo').click();
  await expect(receipt(page)).toContainText('is now active.');
});

test('a panel whose code does not arrive says so and is fetched again', async ({
  page,
  problems,
}) => {
  problems.allow('no answer');
  await page.route('**/assets/activity-panel*', (route) => route.abort());
  await signIn(page);
  await activityButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Part of the app did not load.' });
  await expect(dialog).toContainText('After a reload you have to sign in again');
  await expectNoAxeFindings(page);
  await page.unroute('**/assets/activity-panel*');
  await button(page, 'Try again').click();
  await expect(entries(page).first()).toBeVisible();
});
