import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { countLine, exportAs, receipt } from './controls.ts';
import { expect, freshTest, signIn, test, uniqueName } from './fixtures.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `Active: ${name}`, exact: true });

freshTest('the pages of the list come one by one until all are loaded', async ({ page }) => {
  await signIn(page);
  const more = page.getByRole('button', { name: 'Load more' });
  await expect(countLine(page)).toHaveText('100 loaded, newest first. The service has more.');
  await more.click();
  await expect(countLine(page)).toHaveText('200 loaded, newest first. The service has more.');
  await more.click();
  await expect(countLine(page)).toHaveText('All 250 loaded.');
  await expect(more).toBeHidden();
});

freshTest('loaded rows stay when the next page fails', async ({ page, problems, service }) => {
  problems.allow('no answer');
  await signIn(page);
  const first = page.getByRole('rowheader').first();
  await expect(first).toBeVisible();
  // Without the service the code of notifications could not come any more.
  await expect(receipt(page)).toBeAttached();
  await service.stop();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('The next page could not be loaded.')).toBeVisible();
  await expect(first).toBeVisible();

  await service.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(countLine(page)).toHaveText('200 loaded, newest first. The service has more.');
});

test('a bot user is switched off in its row, and back by Undo', async ({ page, call }) => {
  const name = uniqueName('switch');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  const active = async () => (await call(botUserEndpoints.get, { params: { id } })).active;
  await signIn(page);

  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  await expect.poll(active).toBe(false);

  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  await expect(switchOf(page, name)).toBeChecked();
  await expect.poll(active).toBe(true);
});

test('the last of several quick switches wins', async ({ page, call }) => {
  const name = uniqueName('quick');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  for (let press = 0; press < 5; press++) await switchOf(page, name).click();
  await expect(switchOf(page, name)).not.toBeChecked();
  await expect
    .poll(async () => (await call(botUserEndpoints.get, { params: { id } })).active)
    .toBe(false);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(switchOf(page, name)).not.toBeChecked();
});

freshTest(
  'a switch that could not be sent goes back and can be tried again',
  async ({ page, call, problems, service }) => {
    problems.allow('no answer');
    const name = uniqueName('unsent');
    await call(botUserEndpoints.create, { body: { name } });
    await signIn(page);
    await expect(switchOf(page, name)).toBeChecked();
    await expect(receipt(page)).toBeAttached();
    await service.stop();
    await switchOf(page, name).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not changed.' });
    await expect(alert).toBeVisible();
    await expect(switchOf(page, name)).toBeChecked();

    await service.start();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(switchOf(page, name)).not.toBeChecked();
    await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  },
);

test('a row whose bot user is gone says so and can be taken off the list', async ({
  page,
  call,
  problems,
}) => {
  problems.allow(404);
  const name = uniqueName('gone');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  await expect(switchOf(page, name)).toBeChecked();
  await call(botUserEndpoints.remove, { params: { id } });
  await switchOf(page, name).click();
  const alert = page.getByRole('alert').filter({ hasText: 'No longer exists.' });
  await alert.getByRole('button', { name: 'Remove from list' }).click();
  await expect(rowOf(page, name)).toBeHidden();
});

test('the id and the request of a row can be copied, the key never', async ({
  page,
  context,
  call,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const name = uniqueName('copy');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  // The page may not read the clipboard, so what was copied is pasted by keyboard.
  const field = page.getByRole('searchbox', { name: 'Filter loaded bot users' });
  const paste = async () => {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
  };

  await page.getByRole('button', { name: `Copy id of ${name}` }).click();
  await expect(rowOf(page, name)).toContainText('Copied');
  await paste();
  await expect(field).toHaveValue(id);

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('menu')).toContainText('Copied');
  await page.keyboard.press('Escape');
  await paste();
  await expect(field).toHaveValue(/^curl -X GET "\$BASE_URL\/bot_users\/.*Bearer \$API_KEY/);
});

test('a name with markup and emoji is shown as it is', async ({ page, call }) => {
  const name = `${uniqueName('<img src=x onerror=alert(1)>')} 🤖 & "co"`;
  await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  await expect(rowOf(page, name)).toBeVisible();
  await rowOf(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a bot user is deleted from its row only after the dialog', async ({ page, call }) => {
  const name = uniqueName('delete');
  await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  const open = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
  };
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });

  await open();
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();

  await open();
  await dialog.getByRole('button', { name: 'Delete bot user' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeHidden();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(rowOf(page, name)).toBeHidden();
});

freshTest.describe('without demonstration data', () => {
  freshTest.use({ settings: { DEMO: 'off' } });

  freshTest('an empty account leads to the first bot user', async ({ page }) => {
    await signIn(page);
    await expect(page.getByText('Create the first bot user')).toBeVisible();
    await page.getByRole('link', { name: 'New bot user' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('first');
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();
    await expect(page.getByRole('rowheader')).toHaveText(['first']);
    await expect(countLine(page)).toHaveText('All 1 loaded.');
  });
});

test('what is loaded is exported as a file that a spreadsheet reads as text', async ({
  page,
  call,
}) => {
  const name = uniqueName('=1+1,"export"');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, '/bot-users');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 100 shown', exact: true }).click();
  await exportAs(page, 'Shown', 'CSV');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^bot-users-partial-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const [header, first] = text.split('\r\n');
  expect(header).toBe('id,name,state,created_at,uri');
  expect(first).toContain(`${id},"'${name.replaceAll('"', '""')}",active,`);
  expect(first).toMatch(new RegExp(`T[^,]+,[^,]*/bot_users/${id}$`));
});

test('after a deletion the focus is on the next row', async ({ page, call }) => {
  const start = uniqueName('next');
  for (const end of ['c', 'b', 'a'])
    await call(botUserEndpoints.create, { body: { name: `${start}-${end}` } });
  await signIn(page, `/bot-users?q=${start}`);
  for (const [gone, next] of [
    ['a', 'b'],
    ['c', 'b'],
  ]) {
    await page.getByRole('button', { name: `Actions for ${start}-${gone}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Delete bot user', exact: true }).press('Enter');
    await expect(page.getByRole('link', { name: `${start}-${next}`, exact: true })).toBeFocused();
  }
});

test('a change that fails after its page was left is told all the same', async ({
  page,
  problems,
  call,
}) => {
  problems.allow(500);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('late') } });
  await signIn(page, `/bot-users?q=${name}`);
  const line = page.getByRole('status', { name: 'Last change' });
  let answer = () => {};
  const left = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/bot_users/${id}`, async (route) => {
    await left;
    await route.fulfill({ status: 500, json: {} });
  });
  await switchOf(page, name).uncheck();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Routes' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  answer();
  await expect(line).toContainText(`${name} was not changed.`);
  await page.unroute(`**/api/bot_users/${id}`);
  await line.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(line).toContainText('now inactive');
});

for (const [way, name] of [
  ['stays where the button was that has been used up', 'Try again'],
  ['stays on a button that is still there', 'Refresh'],
] as const)
  test(`the focus ${way} when the list comes at last`, async ({ page, problems }) => {
    problems.allow(400);
    await page.route('**/api/bot_users?limit=100', (route) =>
      route.fulfill({ status: 400, json: {} }),
    );
    await signIn(page);
    const button = page.getByRole('button', { name, exact: true });
    await expect(page.getByText('Bot users could not be loaded')).toBeVisible();
    await page.unroute('**/api/bot_users?limit=100');
    await button.press('Enter');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const list = page.getByRole('region', { name: 'Bot user list' });
    await expect(name === 'Refresh' ? button : list).toBeFocused();
  });
