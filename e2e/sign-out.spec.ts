import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, inAccountMenu, keyField, link, nameField, receipt, switchOf } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

const farewell =
  'Signed out in every tab of this browser. The key itself still works until it is revoked.';

/** Nothing of a session is on the page: no row, no name, no receipt, no title of a bot user. */
async function expectNothingLeft(page: Page, name: string) {
  await expect(keyField(page)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Sign in · /);
  expect(await page.content()).not.toContain(name);
}

test('signing out ends every tab and what is under way, and Back shows nothing of it', async ({
  page,
  context,
  call,
  problems,
}) => {
  problems.allow('no answer'); // to what is broken off
  const name = uniqueName('sign-out');
  await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users?q=${name}`);
  await switchOf(page, name).click();
  await expect(receipt(page)).toContainText(name);
  await page.route('**/api/bot_users/*', () => {}); // never answered
  const brokenOff = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveTitle(new RegExp(name));
  const second = await context.newPage();
  await second.goto(`/bot-users?q=${name}`);
  await expect(second.getByRole('rowheader')).toHaveCount(1);
  await link(second, 'New bot user').click();
  await nameField(second).fill('typed-and-left');

  await inAccountMenu(second, 'Sign out');
  await button(second, 'Discard changes').click();
  expect((await brokenOff).url()).toContain('/api/bot_users');
  for (const tab of [page, second]) {
    await expect(tab.getByText(farewell)).toBeVisible();
    await expectNothingLeft(tab, name);
    await tab.goBack();
    await expectNothingLeft(tab, name);
  }
  await signIn(second, '/bot-users/new');
  await expect(nameField(second)).toHaveValue('');
});
