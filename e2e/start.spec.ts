import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { alertAbout, button, hear, holdBack, keyField, submitKey } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

const app = /\/assets\/app-[^/]+\.js$/;
const list = '**/api/bot_users?limit=100';

const table = (page: Page) => page.getByRole('table', { name: 'Bot users' });
const stay = (page: Page) =>
  page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' });

test('the form can be used before the code of the app is there, and the rows follow with one request', async ({
  page,
  call,
}) => {
  await call(botUserEndpoints.create, { body: { name: uniqueName('active') } });
  const heard = hear(page);
  const code = await holdBack(page, app);
  await page.goto('/bot-users?status=active', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%3Fstatus%3Dactive');
  await expect(keyField(page)).toBeFocused();
  await page.keyboard.type(apiKey);
  await expect(keyField(page)).toHaveAttribute('type', 'password');
  const show = button(page, 'Show key');
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(keyField(page)).toHaveAttribute('type', 'text');
  await stay(page).check();
  await expect(page.getByText('with this tab, also when the browser restores it')).toBeVisible();
  await stay(page).uncheck();
  await expect(page.getByText('Kept in memory')).toBeVisible();

  const asked = page.waitForRequest(list);
  await button(page, 'Sign in').dblclick();
  await asked;
  code.release();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page).toHaveURL('/bot-users?status=active');
  expect(heard).toEqual({ api: ['/api/bot_users?limit=100'], config: 1 });
});

test('a tab that stays signed in asks for the rows beside the code of the app', async ({
  page,
}) => {
  await page.goto('/');
  await stay(page).check();
  await submitKey(page, apiKey);
  await expect(table(page)).toBeVisible();
  // The list took the place of "/": Back would only have led to the list again.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goForward();
  await expect(table(page)).toBeVisible();

  const heard = hear(page);
  const code = await holdBack(page, app);
  const asked = page.waitForRequest(list);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('banner')).toContainText('Gatehouse');
  await expect(keyField(page)).toHaveCount(0);
  code.release();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(heard).toEqual({ api: ['/api/bot_users?limit=100'], config: 1 });
});

test('a chosen dark scheme is there before the app is drawn, and a deep link asks for no rows', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  const config = await holdBack(page, '**/config.json');
  await page.goto('/settings', { waitUntil: 'commit' });
  await config.asked;
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(keyField(page)).toHaveCount(0);
  config.release();
  await expect(keyField(page)).toBeVisible();

  const heard = hear(page);
  await signIn(page, '/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(heard.api).toEqual([]);
});

test('the form signs in where the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      Storage.prototype[method] = () => {
        throw new DOMException('refused', 'SecurityError');
      };
  });
  await page.goto('/sign-in');
  await submitKey(page, apiKey);
  await expect(table(page)).toBeVisible();
});

test('a page whose code did not arrive says so, and starts when it does', async ({
  page,
  problems,
}) => {
  problems.allow('no answer', /Failed to fetch/);
  await page.route(app, (route) => route.abort());
  await page.goto('/');
  await submitKey(page, apiKey);
  const alert = alertAbout(page, 'Gatehouse could not be started');
  await expect(alert).toContainText('Part of the app did not load. Reload the page.');
  await page.unroute(app);
  await button(page, 'Reload the page').click();
  await submitKey(page, apiKey);
  await expect(table(page)).toBeVisible();
});

test('a page whose first script did not come says after a while what to do', async ({
  page,
  problems,
}) => {
  problems.allow('no answer', /Failed to load resource/);
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/');
  const wait = (ms: number) =>
    page.evaluate((at) => document.getAnimations().forEach((it) => (it.currentTime = at)), ms);
  const advice = page.getByText('reload the page');
  await wait(29_000);
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(advice).toBeHidden();
  await wait(31_000);
  await expect(advice).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.locator('noscript')).toBeInViewport();
  });
});
