import type { Browser, Page, Request } from 'playwright/test';
import { alertAbout, button, keyField, submitKey } from './controls.ts';
import { expect, signInByForm, test } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest } from './static-host.ts';

const script = /\/assets\/index-[^/]+\.js$/;
const style = /\/assets\/index-[^/]+\.css$/;
const config = '**/config.json';
const list = '**/api/bot_users?limit=100';

const notStarted = 'Gatehouse could not be started. Reload the page.';
const table = (page: Page) => page.getByRole('table', { name: 'Bot users' });
const stay = (page: Page) =>
  page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' });
/** The form as the document has it. */
const ofDocument = (page: Page) => page.locator('[data-form]');

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
  problems,
}) => {
  const heard = hear(page);
  const app = await holdBack(page, script);
  await page.goto('/bot-users?status=active');
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%3Fstatus%3Dactive');
  await expect(keyField(page)).toBeFocused();
  await page.keyboard.type(apiKey);
  await expect(keyField(page)).toHaveAttribute('type', 'password');
  const show = button(page, 'Show key');
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(keyField(page)).toHaveAttribute('type', 'text');
  await show.click();
  await expect(keyField(page)).toHaveAttribute('type', 'password');
  await stay(page).check();
  await expect(page.getByText('with this tab, also when the browser restores it')).toBeVisible();
  await stay(page).uncheck();
  await expect(page.getByText('in memory', { exact: true })).toBeVisible();

  const asked = page.waitForRequest(list);
  await button(page, 'Sign in').dblclick();
  await asked;
  await keyField(page).press('Enter');
  await expect(ofDocument(page)).toHaveCount(1);
  await problems.look();
  app.letGo();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page).toHaveURL('/bot-users?status=active');
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  expect(heard.config).toBe(1);
});

test('an odd key and none are told by the app, and what was typed stays to be mended', async ({
  page,
}) => {
  const heard = hear(page);
  const app = await holdBack(page, script);
  await page.goto('/');
  await submitKey(page, 'ghk_äbcdefgh');
  app.letGo();
  await expect(alertAbout(page, 'Character 5 cannot be part of a key.')).toBeVisible();
  await expect(keyField(page)).toHaveValue('ghk_äbcdefgh');
  await expect(keyField(page)).toBeFocused();
  await submitKey(page, '');
  await expect(alertAbout(page, 'Enter your API key')).toBeVisible();
  await expect(keyField(page)).toBeFocused();
  expect(heard.api).toEqual([]);
});

test('a refused key stays in the field, selected', async ({ page, problems }) => {
  problems.allow(401);
  const heard = hear(page);
  const app = await holdBack(page, script);
  await page.goto('/');
  await submitKey(page, 'not-the-key');
  app.letGo();
  await expect(alertAbout(page, 'This key was not accepted')).toBeVisible();
  await expect(keyField(page)).toHaveValue('not-the-key');
  await expect(keyField(page)).toBeFocused();
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  await page.keyboard.insertText(apiKey);
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();
});

test('a key is kept that was told to stay before the app is there, and asks for the list before it', async ({
  page,
}) => {
  const first = await holdBack(page, script);
  await page.goto('/');
  await stay(page).check();
  await submitKey(page, apiKey);
  first.letGo();
  await expect(table(page)).toBeVisible();

  const heard = hear(page);
  const app = await holdBack(page, script);
  const asked = page.waitForRequest(list);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await app.asked;
  await expect(keyField(page)).toBeHidden();
  app.letGo();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  expect(heard.config).toBe(1);
});

test('a tab beside one that is signed in shows the list, and nothing of what was half typed', async ({
  page,
  context,
}) => {
  await signInByForm(page);
  await expect(table(page)).toBeVisible();
  const second = await context.newPage();
  const app = await holdBack(second, script);
  await second.goto('/bot-users');
  await keyField(second).fill('half-typed');
  const field = await keyField(second).elementHandle();
  app.letGo();
  await expect(table(second)).toBeVisible();
  await expect(second).toHaveURL('/bot-users');
  await expect(keyField(second)).toHaveCount(0);
  expect(await field?.inputValue()).toBe('');
  expect(await second.content()).not.toContain('half-typed');
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

test('a file that is not the one of the build is refused, and the page says that it did not start', async ({
  page,
  problems,
}) => {
  problems.allow(/valid digest/);
  for (const file of [script, style]) {
    await page.route(file, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()}\n/* changed */` });
    });
    await page.goto('/');
    await expect(alertAbout(page, notStarted)).toBeVisible();
    await page.unroute(file);
  }
});

for (const [what, file] of [
  ['code', script],
  ['stylesheet', style],
] as const) {
  test(`a page whose ${what} does not arrive says so, keeps what was typed or kept, and starts when it does`, async ({
    page,
    problems,
  }) => {
    problems.allow('no answer');
    await page.route(file, (route) => route.abort());
    await page.goto('/');
    await submitKey(page, apiKey);
    await expect(alertAbout(page, notStarted)).toBeVisible();
    await expect(keyField(page)).toHaveValue(apiKey);
    await expect(page).toHaveURL('/sign-in');
    await keyField(page).press('Enter');
    await expect(page).toHaveURL('/sign-in');
    await problems.look();

    await page.unroute(file);
    await page.reload();
    await stay(page).check();
    await submitKey(page, apiKey);
    await expect(table(page)).toBeVisible();
    await page.route(file, (route) => route.abort());
    await page.reload();
    await expect(alertAbout(page, notStarted)).toBeVisible();
    await expect(keyField(page)).toBeHidden();
    await page.unroute(file);
    await page.reload();
    await expect(table(page)).toBeVisible();
  });
}

test('nothing of the app is shown before its stylesheet is there', async ({ page }) => {
  const styles = await holdBack(page, style);
  const others = [page.waitForResponse(script), page.waitForResponse(list)];
  await page.goto('/');
  await keyField(page).fill(apiKey);
  await keyField(page).press('Enter');
  await Promise.all(others);
  await expect(ofDocument(page)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  styles.letGo();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a press before the configuration is there waits for it', async ({ page }) => {
  const heard = hear(page);
  const settings = await holdBack(page, config);
  await page.goto('/');
  await submitKey(page, apiKey);
  await settings.asked;
  expect(heard.api).toEqual([]);
  settings.letGo();
  await expect(table(page)).toBeVisible();
  expect(heard.api).toEqual(['/api/bot_users?limit=100']);
  expect(heard.config).toBe(1);
});

staticTest(
  'no key is sent where the configuration names another host as the address of the API',
  async ({ page, host }) => {
    const heard = hear(page);
    for (const api_base of ['@evil.test', '//evil.test', 'https://user@evil.test']) {
      host.config = configOf(host, { api_base });
      const app = await holdBack(page, script);
      await page.goto('/');
      await submitKey(page, apiKey);
      app.letGo();
      await expect(alertAbout(page, 'api_base is missing or of another kind')).toBeVisible();
      expect(heard.withKey, api_base).toEqual([]);
      await page.unrouteAll();
    }
  },
);

/** In a browser whose person has switched scripts off. */
async function withoutScripts(browser: Browser, url: string, body: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await body(page);
  } finally {
    await context.close();
  }
}

test('without scripts the page says what it needs, and sends nothing', async ({
  browser,
  service,
}) => {
  await withoutScripts(browser, `${service.url}/sign-in`, async (page) => {
    await expect(page.locator('noscript')).toBeInViewport();
    const heard = hear(page);
    await keyField(page).fill('typed');
    await keyField(page).press('Enter');
    await button(page, 'Sign in').click();
    await expect(keyField(page)).toHaveValue('typed');
    expect(page.url()).toBe(`${service.url}/sign-in`);
    expect(heard).toEqual({ api: [], config: 0, withKey: [] });
  });
});

/** Where the parts of the form stand and how they look. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(
      'main h1, main h1 + *, form label, form input:not([hidden]), form button, form > *',
    );
    return Array.from(parts, (part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const look = getComputedStyle(part);
      return [
        part.localName,
        [x, y, width, height].map((length) => Math.round(length * 10) / 10).join(' '),
        ...['color', 'backgroundColor', 'borderColor', 'font', 'borderRadius', 'opacity'].map(
          (name) => look.getPropertyValue(name.replace(/[A-Z]/, (big) => `-${big.toLowerCase()}`)),
        ),
      ];
    });
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

for (const width of [1440, 360])
  test(`the app takes the form over as it stands, at ${width} px`, async ({ page, problems }) => {
    problems.allow(401);
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const app = await holdBack(page, script);
      const answer = await holdBack(page, list);
      await page.goto('/');
      await keyField(page).fill('a-key-of-nobody');
      await keyField(page).press('Enter');
      await answer.asked;
      const before = await looks(page);
      app.letGo();
      await expect(ofDocument(page)).toHaveCount(0);
      expect(await looks(page)).toEqual(before);
      expect(await layoutShift(page)).toBe(0);
      answer.letGo();
      await page.unrouteAll();
    }
  });

staticTest('what the configuration says moves nothing of the form', async ({ page, host }) => {
  host.config = configOf(host, { instance: { name: 'Staging EU', colour: 'amber' } });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const settings = await holdBack(page, config);
    await page.goto('/');
    await expect(keyField(page)).toBeFocused();
    await expect(page.getByText('Demonstration data')).toBeHidden();
    const before = await looks(page);
    settings.letGo();
    await expect(page.getByTitle('Staging EU')).toBeVisible();
    expect(await looks(page)).toEqual(before);
    expect(await layoutShift(page)).toBe(0);
    await page.unrouteAll();
  }
});

test('nothing moves by itself from the press to the rows', async ({ page }) => {
  await signInByForm(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});
