import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest } from './static-host.ts';

const MINUTE = 60_000;
const warning = 'You will be signed out in 2 minutes.';

test('half an hour without use signs out, after a warning', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/bot-users?status=active');
  await page.clock.runFor(28 * MINUTE + 1000);
  await expect(page.getByRole('alert').filter({ hasText: warning })).toBeVisible();
  await page.clock.runFor(2 * MINUTE + 1000);
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%3Fstatus%3Dactive');
  await expect(
    page.getByText('You were signed out after 30 minutes without activity.'),
  ).toBeVisible();
});

test('using the page keeps the session', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.clock.runFor(28 * MINUTE + 1000);
  await page.getByRole('button', { name: 'Stay signed in', exact: true }).click();
  await page.clock.runFor(5 * MINUTE);
  await expect(page.getByRole('alert').filter({ hasText: warning })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Bot users' })).toBeVisible();
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
  await page.getByRole('textbox', { name: 'Add IP policy ids' }).fill('ipp_half_done');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
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
  await expect(
    page.getByText('You are signed out after 5 minutes without activity.'),
  ).toBeVisible();
  await signIn(page);
  await page.clock.runFor(3 * MINUTE + 1000);
  const alert = page.getByRole('alert').filter({ hasText: warning });
  await expect(alert).toContainText('Nothing has been used for 3 minutes.');
  await page.clock.runFor(2 * MINUTE + 1000);
  await expect(
    page.getByText('You were signed out after 5 minutes without activity.'),
  ).toBeVisible();
});
