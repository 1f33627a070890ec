import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  button,
  downloaded,
  exportAs,
  filterField,
  holdBack,
  link,
  pastedInto,
} from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { rowOf } from './many-rows.ts';

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
  await button(page, `Copy id of ${name}`).click();
  await expect(rowOf(page, name)).toContainText('Copied');
  expect(await pastedInto(filterField(page))).toBe(id);

  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('menu')).toContainText('Copied');
  await page.keyboard.press('Escape');
  const curl = /^curl -X GET "\$BASE_URL\/bot_users\/.*Bearer \$API_KEY/;
  expect(await pastedInto(filterField(page))).toMatch(curl);

  await button(page, 'Export 100 shown').click();
  const file = await downloaded(page, () => exportAs(page, 'Shown', 'CSV'));
  expect(file.name).toMatch(/^bot-users-partial-\d{4}-\d\d-\d\d\.csv$/);
  const [header, first] = file.text.split('\r\n');
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

test.describe('before the rows of a long list are drawn anew', () => {
  const CODE = '**/virtual-rows-*.js';
  const moment = (page: Page) =>
    page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

  /** @returns lets the code come that draws them anew */
  async function openLong(page: Page): Promise<() => Promise<void>> {
    const { release } = await holdBack(page, CODE);
    await signIn(page);
    await button(page, 'Load all').click();
    await expect(page.getByText(/^All \d+ loaded\./)).toBeVisible();
    return async () => {
      const code = page.waitForResponse(CODE);
      release();
      await code;
      await moment(page);
    };
  }

  test('a press that begins ends on its row', async ({ page }) => {
    const drawAnew = await openLong(page);
    await page.getByRole('rowheader').first().getByRole('link').hover();
    await page.mouse.down();
    await drawAnew();
    await page.mouse.up();
    await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
  });

  test('an open menu of a row stays, and gives the focus back', async ({ page }) => {
    const drawAnew = await openLong(page);
    const more = page.getByRole('button', { name: /^Actions for/ }).first();
    await more.click();
    const item = page.getByRole('menuitem', { name: 'Edit' });
    await expect(item).toBeFocused();
    await drawAnew();
    await expect(item).toBeFocused();
    await page.keyboard.press('Escape');
    await moment(page);
    await expect(more).toBeFocused();
  });
});
