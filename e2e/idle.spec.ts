import { mergeTests, type Page } from 'playwright/test';
import { addPolicies, button, keyField, nameField, submitKey } from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { expect, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest } from './static-host.ts';

const MINUTE = 60_000;
const asking = (page: Page) =>
  page.getByRole('dialog', { name: 'You will be signed out in 2 minutes.', exact: true });
const idleEnd = (page: Page) =>
  page.getByText('You were signed out after 30 minutes without activity.');

test('half an hour without use signs out after a warning, and keeps what was typed for that key', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half a name');
  await button(page, 'Account menu').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.clock.runFor(28 * MINUTE + 1000);
  // Above the dialog that is open.
  await expect(asking(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(asking(page).getByRole('button', { name: 'Sign out now' })).toBeVisible();
  await page.clock.runFor(2 * MINUTE + 1000);
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%2Fnew');
  await expect(idleEnd(page)).toBeVisible();
  await submitKey(page, apiKey);
  await expect(nameField(page)).toHaveValue('half a name');
  await expect(page.getByText('1 unsaved change')).toBeVisible();

  await page.clock.runFor(30 * MINUTE + 2000);
  await page.route('**/api/**', (route) => route.fulfill({ json: { bot_users: [] } }));
  await submitKey(page, 'another-key');
  await expect(nameField(page)).toHaveValue('');
});

mergeTests(staticTest, routeTest)(
  'a session ends after the hours that the operator has set, however much it is used',
  async ({ page, host, scene }) => {
    host.config = configOf(host, { session_hours: 1, idle_minutes: 600 });
    await page.clock.install();
    await page.goto('/sign-in');
    await expect(page.getByText('Ends after 600 idle minutes or 1 hour.')).toBeVisible();
    await signIn(page, scene.path);
    await addPolicies(page, 'ipp_half_done');
    const remove = button(page, 'Remove ipp_half_done');
    await remove.focus();
    await page.clock.runFor(58 * MINUTE + 1000);
    await expect(asking(page)).toContainText('You signed in 1 hour ago.');
    await expect(asking(page).getByRole('button', { name: 'Stay signed in' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Tab'); // use does not extend it
    await page.clock.runFor(2 * MINUTE);
    await expect(page.getByText('You were signed out 1 hour after signing in.')).toBeVisible();

    await submitKey(page, apiKey);
    await expect(remove).toBeVisible();
    await page.clock.runFor(50 * MINUTE); // counted anew
    await expect(asking(page)).toHaveCount(0);
    await expect(page.getByText('1 unsaved change')).toBeVisible();
  },
);

test('a tab that is restored too late asks for the key before it asks the service', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/sign-in');
  await page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' }).check();
  await submitKey(page, apiKey);
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
  await page.goto('about:blank');
  await page.clock.fastForward(31 * MINUTE);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto('/bot-users');
  await expect(keyField(page)).toBeVisible();
  await expect(idleEnd(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .not.toContain('gatehouse.session');
  expect(asked).toEqual([]);
});
