import type { Page } from 'playwright/test';
import { addUnknownPolicies, button, keyField, nameField, submitKey } from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest } from './static-host.ts';

const MINUTE = 60_000;
const warning = 'You will be signed out in 2 minutes.';
const asking = (page: Page) => page.getByRole('dialog', { name: warning, exact: true });

test('half an hour without use signs out, after a warning', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/bot-users?status=active');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.clock.runFor(28 * MINUTE + 1000);
  // Above the dialog that is open.
  await expect(asking(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(
    asking(page).getByRole('button', { name: 'Sign out now', exact: true }),
  ).toBeVisible();
  await page.clock.runFor(2 * MINUTE + 1000);
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%3Fstatus%3Dactive');
  await expect(
    page.getByText('You were signed out after 30 minutes without activity.'),
  ).toBeVisible();
});

test('what was typed before the sign-out is put back for the same key', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/bot-users/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('half a name');
  await page.clock.runFor(30 * MINUTE + 2000);
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%2Fnew');
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('half a name');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
});

test('an unsaved list of policies is put back as well', async ({ page, scene }) => {
  await page.clock.install();
  await signIn(page, scene.path);
  await addUnknownPolicies(page, 'ipp_half_done');
  await page.clock.runFor(30 * MINUTE + 2000);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove ipp_half_done' })).toBeVisible();
  await expect(page.getByText('1 unsaved change')).toBeVisible();
});

staticTest('the operator sets how long a session may be idle', async ({ page, host }) => {
  host.config = configOf(host, { idle_minutes: 5 });
  await page.clock.install();
  await page.goto('/sign-in');
  await expect(page.getByText('Ends after 5 idle minutes or 8 hours.')).toBeVisible();
  await signIn(page);
  await page.clock.runFor(3 * MINUTE + 1000);
  await expect(asking(page)).toContainText('Nothing has been used for 3 minutes.');
  await page.clock.runFor(2 * MINUTE + 1000);
  await expect(
    page.getByText('You were signed out after 5 minutes without activity.'),
  ).toBeVisible();
});

const ended = {
  idle: 'You were signed out after 30 minutes without activity.',
  age: 'You were signed out 1 hour after signing in.',
};

/** A session of an hour, in which nothing but that hour matters. */
const hourTest = staticTest.extend<{ hour: void }>({
  hour: [
    async ({ host, page }, provide) => {
      host.config = configOf(host, { session_hours: 1, idle_minutes: 600 });
      await page.clock.install();
      await provide();
    },
    { auto: true },
  ],
});

hourTest(
  'a session ends after its hours, after a warning, and keeps what was typed',
  async ({ page }) => {
    await signIn(page, '/bot-users/new');
    await nameField(page).fill('half a name');
    await page.clock.runFor(58 * MINUTE + 1000);
    await expect(asking(page)).toContainText('You signed in 1 hour ago.');
    await expect(asking(page).getByRole('button', { name: 'Stay signed in' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(nameField(page)).toBeFocused();
    await nameField(page).press('End'); // use does not extend it
    await page.clock.runFor(2 * MINUTE);
    await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%2Fnew');
    await expect(page.getByText(ended.age)).toBeVisible();

    await submitKey(page, apiKey);
    await expect(nameField(page)).toHaveValue('half a name');
    await page.clock.runFor(50 * MINUTE); // counted anew
    await expect(asking(page)).toHaveCount(0);
    await expect(nameField(page)).toHaveValue('half a name');
  },
);

hourTest(
  'a tab that was given the key has no more time than the first',
  async ({ page, context }) => {
    await signIn(page);
    await page.clock.runFor(50 * MINUTE);
    const second = await context.newPage();
    await second.clock.install({ time: await page.evaluate(() => Date.now()) });
    await second.goto('/bot-users');
    await expect(second.getByRole('table', { name: 'Bot users' })).toBeVisible();
    await second.clock.runFor(8 * MINUTE + 5000);
    await expect(asking(second)).toBeVisible();
    await second.clock.runFor(2 * MINUTE);
    for (const tab of [page, second]) await expect(tab.getByText(ended.age)).toBeVisible();
  },
);

test('typed text is not given to another key', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half a name');
  await page.clock.runFor(30 * MINUTE + 2000);
  await page.route('**/api/**', (route) => route.fulfill({ json: { bot_users: [] } }));
  await submitKey(page, 'another-key');
  await expect(nameField(page)).toHaveValue('');
});

/** Signs in so that the key outlives a reload, and leaves the app as a closed tab does that is restored later. */
async function leaveSignedIn(page: Page) {
  await page.goto('/sign-in');
  await page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' }).check();
  await submitKey(page, apiKey);
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
  await page.goto('about:blank');
}

/** Comes back to it, and tells what the service was asked until then. */
async function restore(page: Page, path: string) {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto(path);
  await expect(keyField(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .not.toContain('gatehouse.session');
  return asked;
}

test('a tab that is restored too late asks for the key before it asks the service', async ({
  page,
}) => {
  await page.clock.install();
  await leaveSignedIn(page);
  await page.clock.fastForward(31 * MINUTE);
  expect(await restore(page, '/bot-users')).toEqual([]);
  await expect(page.getByText(ended.idle)).toBeVisible();
});

test('a tab that is restored in time goes on', async ({ page }) => {
  await page.clock.install();
  await leaveSignedIn(page);
  await page.clock.fastForward(20 * MINUTE);
  await page.goto('/bot-users');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  // And counts from its last use, not from being restored.
  await page.clock.runFor(9 * MINUTE);
  await expect(asking(page)).toBeVisible();
});

test('a tab that is restored after a sign-out elsewhere is signed out', async ({
  page,
  context,
}) => {
  await leaveSignedIn(page);
  const other = await context.newPage();
  await signIn(other);
  await button(other, 'Account menu').click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(keyField(other)).toBeVisible();
  await other.close();
  expect(await restore(page, '/bot-users')).toEqual([]);
  await expect(page.getByText('Signed out in every tab of this browser.')).toBeVisible();
});

test('a machine that wakes up after the limit has no use of the page any more', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  // Timers stood still meanwhile.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 31 * MINUTE);
  await page.keyboard.press('j');
  await expect(page.getByText(ended.idle)).toBeVisible();
});
