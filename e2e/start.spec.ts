import type { Page, Request } from 'playwright/test';
import { alertAbout, button, keyField, submitKey } from './controls.ts';
import { expect, signIn, signInByForm, test } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest } from './static-host.ts';

const app = /\/assets\/app-[^/]+\.js$/;
const list = '**/api/bot_users?limit=100';

const table = (page: Page) => page.getByRole('table', { name: 'Bot users' });
const stay = (page: Page) =>
  page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' });

/** Keeps a file or an answer back, as a slow line does. Resolves when it was asked for. */
function holdBack(page: Page, what: string | RegExp) {
  let letGo = () => {};
  let wasAsked = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const asked = new Promise<void>((resolve) => (wasAsked = resolve));
  const isThere = page.route(what, async (route) => {
    wasAsked();
    await held;
    await route.continue().catch(() => {}); // broken off by then
  });
  return isThere.then(() => ({ asked, letGo }));
}

/** The requests of a page, by what they are for. */
function hear(page: Page) {
  const heard = { api: [] as string[], config: 0, withKey: [] as string[] };
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) heard.api.push(pathname + search);
    if (pathname === '/config.json') heard.config += 1;
    if (request.headers()['authorization'] !== undefined) heard.withKey.push(request.url());
  });
  return heard;
}

test('the form can be used before the code of the app is there, and the rows follow with one request', async ({
  page,
}) => {
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
  code.letGo();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page).toHaveURL('/bot-users?status=active');
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  expect(heard.config).toBe(1);
});

test('a tab that stays signed in asks for the rows beside the code of the app', async ({
  page,
}) => {
  await page.goto('/');
  await stay(page).check();
  await submitKey(page, apiKey);
  await expect(table(page)).toBeVisible();

  const heard = hear(page);
  const code = await holdBack(page, app);
  const asked = page.waitForRequest(list);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('banner')).toContainText('Gatehouse');
  await expect(keyField(page)).toHaveCount(0);
  code.letGo();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  expect(heard.config).toBe(1);
});

test('a deep link shows the bar at once and asks for no rows', async ({ page }) => {
  const heard = hear(page);
  const code = await holdBack(page, '**/assets/settings-page-*.js');
  await signIn(page, '/settings');
  await code.asked;
  code.letGo();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(heard.api).toEqual([]);
});

test('a tab that shows the form is signed in by another one', async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto('/routes');
  await expect(keyField(second)).toBeVisible();
  await signInByForm(page);
  await expect(second.getByRole('table', { name: 'Routes' })).toBeVisible();
  await expect(second).toHaveURL('/routes');
});

test('the form signs in where the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      Storage.prototype[method] = () => {
        throw new DOMException('refused', 'SecurityError');
      };
  });
  await signInByForm(page);
  await expect(table(page)).toBeVisible();
});

test('the form signs in where another app has written into the storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of [sessionStorage, localStorage])
      for (const name of ['session', 'signed-out']) storage.setItem(`gatehouse.${name}`, '{"key":');
  });
  await signInByForm(page);
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

staticTest(
  'no key is sent where the configuration names another host as the address of the API',
  async ({ page, host }) => {
    const heard = hear(page);
    for (const api_base of ['@evil.test', '//evil.test', 'https://user@evil.test']) {
      host.config = configOf(host, { api_base });
      await page.goto('/');
      await expect(alertAbout(page, 'api_base is missing or of another kind')).toBeVisible();
      expect(heard.withKey, api_base).toEqual([]);
    }
  },
);

test('without scripts the page says what it needs', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${service.url}/sign-in`);
    await expect(page.locator('noscript')).toBeInViewport();
  } finally {
    await context.close();
  }
});

test('a chosen dark scheme is there before the app is drawn', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  const settings = await holdBack(page, '**/config.json');
  await page.goto('/', { waitUntil: 'commit' });
  await settings.asked;
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(keyField(page)).toHaveCount(0);
  settings.letGo();
  await expect(keyField(page)).toBeVisible();
});

/** All that has moved on the page by itself until now. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          entries.reduce((all, entry) => all + Number(Reflect.get(entry, 'value')), 0);
        new PerformanceObserver((entries) => resolve(sum(entries.getEntries()))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        setTimeout(resolve, 300, 0); // there was none
      }),
  );

test('nothing moves by itself from the press to the rows', async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});
