import type { Page } from 'playwright/test';
import { expectAccessible } from './checks.ts';
import {
  downloaded,
  filterField,
  inAccountMenu,
  pastedInto,
  section,
  submitKey,
} from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Requests', exact: true });
const entries = (page: Page) =>
  page.getByRole('list', { name: 'Requests, newest first' }).locator('> li');

test('what was asked is listed, also what failed and why, until the session ends', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(404);
  await context.grantPermissions(['clipboard-write']);
  await signIn(page, '/bot-users/bot_of_nobody');
  await expect(page.getByText('No bot user has this id')).toBeVisible();
  await section(page, 'Bot users').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('.');
  await expect(entries(page)).toHaveText([
    /^GET \/bot_users\?limit=100200\d+ ms/,
    /^GET \/bot_users\/bot_of_nobody404\d+ ms/,
  ]);

  const failed = entries(page).nth(1);
  const opener = failed.getByRole('button').first();
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(failed.getByRole('note')).toContainText('The service answered 404.');
  await expect(failed.getByText('Authorization: Bearer ••••')).toBeVisible();
  await expect(failed.getByText(/"error_code": /)).toBeVisible();
  await expectAccessible(page);

  const save = drawer(page).getByRole('button', { name: 'Export requests', exact: true });
  const { name, text } = await downloaded(page, () => save.click());
  expect(name).toMatch(/^requests-[\dT-]+\.json$/);
  expect(JSON.parse(text)[0]).toMatchObject({ path: '/bot_users/bot_of_nobody' });
  expect(text).not.toContain(apiKey);

  await failed.getByRole('button', { name: /^Copy request \S+ as curl$/ }).click();
  await expect(page.getByText('Copied to the clipboard')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  expect(await pastedInto(filterField(page))).toMatch(
    /^curl -X GET "\$BASE_URL\/bot_users\/bot_of_nobody"/,
  );
  await inAccountMenu(page, 'Sign out');
  await submitKey(page, apiKey);
  await expect(page).toHaveURL('/bot-users');
  await inAccountMenu(page, 'Requests');
  await expect(entries(page).first()).toBeVisible();
  await expect(entries(page).filter({ hasText: 'bot_of_nobody' })).toHaveCount(0);
});
