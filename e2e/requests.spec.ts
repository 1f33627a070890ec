import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { button, receipt, section, switchOf } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Requests', exact: true });
const inDrawer = (page: Page, name: string | RegExp) =>
  drawer(page).getByRole('button', { name, exact: true });
const entries = (page: Page) =>
  page.getByRole('list', { name: 'Requests, newest first' }).locator('> li');
/** The button that opens an entry. */
const opener = (entry: Locator) => entry.getByRole('button').first();

async function openDrawer(page: Page) {
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Requests', exact: true }).click();
  await expect(entries(page).first()).toBeVisible();
}

test('what was asked is listed, newest first, also what failed and why', async ({
  page,
  problems,
}) => {
  problems.allow(404);
  await signIn(page, '/bot-users/bot_of_nobody');
  await expect(page.getByText('No bot user has this id')).toBeVisible();
  await section(page, 'Bot users').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await openDrawer(page);
  await expect(entries(page)).toHaveText([
    /^GET \/bot_users\?limit=100200\d+ ms/,
    /^GET \/bot_users\/bot_of_nobody404\d+ ms/,
  ]);

  const failed = entries(page).nth(1);
  await opener(failed).click();
  await expect(opener(failed)).toHaveAttribute('aria-expanded', 'true');
  await expect(failed.getByRole('note')).toContainText('The service answered 404.');
  await expect(failed.getByText('Authorization: Bearer ••••')).toBeVisible();
  await expect(failed.getByText(/"error_code": /)).toBeVisible();

  const download = page.waitForEvent('download');
  await inDrawer(page, 'Export requests').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^requests-[\dT-]+\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)[0]).toMatchObject({ path: '/bot_users/bot_of_nobody' });
  expect(text).not.toContain(apiKey);
});

test('it is opened and closed by keyboard alone, and ends with the session', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('.');
  await expect(entries(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);

  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await signIn(page, '/routes');
  await openDrawer(page);
  await expect(entries(page).filter({ hasText: '/bot_users?limit=100' })).toHaveCount(0);
});

test('the copied command of a change does the same again', async ({
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
  await openDrawer(page);
  const change = entries(page).first();
  await expect(change).toContainText(/^PATCH/);
  await call(botUserEndpoints.update, { params: { id }, body: { active: true } });

  await change.getByRole('button', { name: /^Copy request \S+ as curl$/ }).click();
  await page.keyboard.press('Escape');
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

test('axe finds nothing on it, wide and narrow', async ({ page, problems }) => {
  problems.allow(404);
  await signIn(page, '/bot-users/bot_of_nobody');
  await expect(page.getByText('No bot user has this id')).toBeVisible();
  await openDrawer(page);
  await opener(entries(page).first()).click();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await inBothSchemes(page, () => expectNoAxeFindings(page));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
