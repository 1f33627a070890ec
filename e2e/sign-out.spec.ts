import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, keyField, receipt, section, switchOf } from './controls.ts';
import { expect, signIn, signInByForm, test, uniqueName } from './fixtures.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Bot users' });
const farewell =
  'Signed out in every tab of this browser. The key itself still works until it is revoked.';

async function signOut(page: Page) {
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Nothing of a session is on the page: no row, no name, no receipt, no title of a bot user. */
async function expectNothingLeft(page: Page, name: string) {
  await expect(keyField(page)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Sign in · /);
  expect(await page.content()).not.toContain(name);
}

test('signing out ends every tab, and Back shows nothing of it', async ({
  page,
  context,
  call,
}) => {
  const name = uniqueName('sign-out');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users?q=${name}`);
  await switchOf(page, name).click();
  await expect(receipt(page)).toContainText(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveTitle(new RegExp(name));
  const second = await context.newPage();
  await second.goto(`/bot-users/${id}`);
  await expect(second).toHaveTitle(new RegExp(name));
  await section(second, 'Routes').click();

  await signOut(second);
  for (const tab of [page, second]) {
    await expect(tab.getByText(farewell)).toBeVisible();
    await expectNothingLeft(tab, name);
    await tab.goBack();
    await expectNothingLeft(tab, name);
  }
});

test('signing out breaks off what is under way and does not let it come back', async ({
  page,
  problems,
}) => {
  problems.allow('no answer');
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/bot_users?limit=100', async (route) => {
    await held;
    await route.continue().catch(() => {}); // broken off by then
  });
  const failed = page.waitForEvent('requestfailed');
  await button(page, 'Refresh').click();
  await signOut(page);
  expect((await failed).url()).toContain('/api/bot_users');
  letGo();
  await expect(page.getByText(farewell)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
});

// The test runner's browser has no back-forward cache: the tab is made deaf and told that it comes out of one.
test('a tab that heard nothing of the sign-out shows nothing once it is shown again', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Reflect.set(BroadcastChannel.prototype, 'addEventListener', () => {});
    for (const event of ['storage', 'focus', 'visibilitychange'])
      addEventListener(event, (heard) => heard.stopImmediatePropagation(), true);
  });
  await signInByForm(page);
  await expect(table(page)).toBeVisible();
  const second = await context.newPage();
  await signIn(second);
  await signOut(second);
  await expect(second.getByText(farewell)).toBeVisible();
  await expect(table(page)).toBeVisible();

  const rows = await page.evaluate(async () => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    // Before the next picture is drawn.
    await new Promise(requestAnimationFrame);
    return document.querySelectorAll('tr').length;
  });
  expect(rows).toBe(0);
  await expect(page.getByText(farewell)).toBeVisible();
  await expect(page).toHaveURL('/sign-in');
});

test('what was typed is gone after signing out, and after signing in again', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('typed-and-left');
  await signOut(page);
  await expect(page.getByText(farewell)).toBeVisible();
  await signIn(page, '/bot-users/new');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
});
