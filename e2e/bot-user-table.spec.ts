import { readFile } from 'node:fs/promises';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  button,
  countLine,
  exportAs,
  filterField,
  gate,
  link,
  receipt,
  section,
  switchOf,
} from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { rowOf, scrollDown } from './many-rows.ts';

test('a name with markup is shown as it is; its id and request are copied, it is exported as text, and deleted after a question', async ({
  page,
  context,
  call,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const next = uniqueName('next');
  await call(botUserEndpoints.create, { body: { name: next } });
  const name = `${uniqueName('=1+1,<img src=x onerror=alert(1)>')} 🤖 & "co"`;
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  // The page may not read the clipboard, so what was copied is pasted by keyboard.
  const paste = async () => {
    await filterField(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
  };
  await button(page, `Copy id of ${name}`).click();
  await expect(rowOf(page, name)).toContainText('Copied');
  await paste();
  await expect(filterField(page)).toHaveValue(id);

  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('menu')).toContainText('Copied');
  await page.keyboard.press('Escape');
  await paste();
  const curl = /^curl -X GET "\$BASE_URL\/bot_users\/.*Bearer \$API_KEY/;
  await expect(filterField(page)).toHaveValue(curl);
  await filterField(page).fill('');

  const downloading = page.waitForEvent('download');
  await button(page, 'Export 100 shown').click();
  await exportAs(page, 'Shown', 'CSV');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^bot-users-partial-\d{4}-\d\d-\d\d\.csv$/);
  const [header, first] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(header).toBe('id,name,state,created_at,uri');
  expect(first).toContain(`${id},"'${name.replaceAll('"', '""')}",active,`);

  await rowOf(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();

  const openDelete = async () => {
    await button(page, `Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).press('Enter');
  };
  await openDelete();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();

  await openDelete();
  await button(page, 'Delete bot user').press('Enter');
  await expect(link(page, next)).toBeFocused();
  await button(page, 'Refresh').click();
  await expect(page.getByRole('rowheader').first()).toHaveText(next);
});

test('a list that does not arrive and a change that fails are told, and tried again', async ({
  page,
  call,
  problems,
}) => {
  problems.allow('no answer', 400, 500);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('late') } });
  await page.route('**/api/bot_users?limit=100', (route) =>
    route.fulfill({ status: 400, json: {} }),
  );
  await signIn(page);
  await expect(page.getByText('Bot users could not be loaded')).toBeVisible();
  await page.unroute('**/api/bot_users?limit=100');
  await button(page, 'Try again').press('Enter');
  await expect(switchOf(page, name)).toBeChecked();
  // The focus is where the button was that has been used up.
  await expect(page.getByRole('region', { name: 'Bot user list' })).toBeFocused();

  await page.route('**/api/bot_users?*', (route) => route.abort());
  await button(page, 'Load more').click();
  await expect(page.getByText('The next page could not be loaded.')).toBeVisible();
  await expect(switchOf(page, name)).toBeVisible();
  await page.unroute('**/api/bot_users?*');
  await button(page, 'Try again').click();
  await expect(countLine(page)).toHaveText('200 loaded, newest first. The service has more.');

  // The focus is on the first new row.
  await scrollDown(page, 0);
  const { opened, open } = gate();
  await page.route(`**/api/bot_users/${id}`, async (route) => {
    await opened;
    await route.fulfill({ status: 500, json: {} });
  });
  await switchOf(page, name).uncheck();
  await section(page, 'Routes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  open();
  await expect(receipt(page)).toContainText(`${name} was not changed.`);
  await page.unroute(`**/api/bot_users/${id}`);
  await receipt(page).getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(receipt(page)).toContainText('now inactive');
});
