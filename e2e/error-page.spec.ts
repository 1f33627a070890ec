import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { addDialog, alertAbout, button, link, nameField, routeLines, section } from './controls.ts';
import { expect, signIn, signInByForm, test, uniqueName } from './fixtures.ts';

/** In the message of every error that is made here. */
const MADE = 'broken on purpose';
/** What browsers and React log of code that could not be fetched. */
const NOT_ARRIVED = /Failed to fetch dynamically imported module|Unable to preload/;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Replaces the code of a page by one that throws while it renders. */
const breakPage = (page: Page, file: string, component: string, message: string) =>
  page.route(`**/assets/${file}-*.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function ${component}() { throw new TypeError(${JSON.stringify(message)}); }`,
    }),
  );

async function expectWellMade(page: Page) {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await inBothSchemes(page, () => expectNoAxeFindings(page));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Pastes what was copied, as a person would: the page's policy forbids reading the clipboard. */
async function pastedText(page: Page): Promise<string> {
  await section(page, 'Routes').click();
  await button(page, 'Add routes…').click();
  await routeLines(page).press('ControlOrMeta+V');
  await expect(routeLines(page)).not.toHaveValue('');
  const text = await routeLines(page).inputValue();
  await routeLines(page).fill('');
  await page.keyboard.press('Escape');
  await expect(addDialog(page)).toHaveCount(0);
  return text;
}

test('a page that breaks leaves the shell, a way on and a report without data', async ({
  page,
  context,
  problems,
  call,
}) => {
  problems.allow(new RegExp(MADE));
  await context.grantPermissions(['clipboard-write']);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('Ada') } });
  await breakPage(page, 'edit-page', 'Component', `${MADE}: "${name}" of ${id}`);
  // The check of the key is put down in a quiet moment: the page breaks after it.
  await page.route(/edit-page-.*\.js$/, async (route) => {
    await page.evaluate(() => new Promise((quiet) => requestIdleCallback(quiet)));
    await route.fallback();
  });
  await signInByForm(page, `/bot-users/${id}?note=${name}`);

  const alert = alertAbout(page, 'This page crashed');
  await expect(alert).toContainText('Nothing was sent.');
  await expect(alert).toContainText('After a reload you have to sign in again');
  await expect(heading(page, 'Something broke')).toBeVisible();
  await expectWellMade(page);
  await button(page, 'Copy report').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();

  await link(page, 'Go to bot users').click();
  await expect(page).toHaveURL('/bot-users');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const report = await pastedText(page);
  expect(report).toContain('page: /bot-users/:botUserId\n');
  expect(report).toContain(`TypeError: ${MADE}: … of …\n  at`);
  expect(report).toMatch(/Component \/assets\/edit-page-[\w-]+\.js:1:\d+/);
  expect(report).toMatch(/GET \/bot_users, 200/);
  expect(report).not.toContain(id);
  expect(report).not.toContain(name);
});

test('a broken page that is opened again tells it again, and the sections lead on', async ({
  page,
  problems,
}) => {
  problems.allow(new RegExp(MADE));
  await breakPage(page, 'routes-page', 'Component', MADE);
  await signIn(page, '/routes');
  await expect(heading(page, 'Something broke')).toBeVisible();
  await section(page, 'Routes').click();
  await expect(heading(page, 'Something broke')).toBeVisible();
  await section(page, 'Bot users').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a page without its code says so, and is there after a reload', async ({ page, problems }) => {
  problems.allow('no answer', NOT_ARRIVED);
  await page.route('**/assets/edit-page-*.js', (route) => route.abort());
  await signIn(page);
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(heading(page, 'This page did not load')).toBeVisible();
  const alert = alertAbout(page, 'Part of the app did not load');
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText('After a reload you have to sign in again');
  await expectWellMade(page);

  await section(page, 'Bot users').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.unroute('**/assets/edit-page-*.js');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await button(page, 'Reload the page').or(page.getByRole('form')).first().waitFor();
});

test('a part without its code leaves the page and what was typed', async ({ page, problems }) => {
  problems.allow('no answer', NOT_ARRIVED);
  await page.route('**/assets/palette-*.js', (route) => route.abort());
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half-typed');
  await button(page, 'Search or run a command').click();
  const alert = alertAbout(page, 'Part of the app did not load. Reload the page.');
  await expect(alert.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await expect(nameField(page)).toHaveValue('half-typed');
});

test('a broken shell gives a page of its own', async ({ page, context, problems }) => {
  problems.allow(new RegExp(MADE), 'no answer');
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.evaluate((message) => {
    const original = Date.prototype.getUTCHours;
    Object.assign(Date.prototype, {
      getUTCHours(this: Date) {
        if (!navigator.onLine) throw new RangeError(message);
        return original.call(this);
      },
    });
  }, MADE);
  await context.setOffline(true); // the notice tells a time
  await expect(alertAbout(page, 'This page crashed')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expectWellMade(page);
  await context.setOffline(false);
});

test('where everything breaks, a plain page tells it and has the report', async ({
  page,
  problems,
}) => {
  problems.allow(new RegExp(MADE));
  await page.addInitScript((message) => {
    // By it the form of the sign-in writes its numbers.
    const original = String.prototype.replaceAll;
    Object.assign(String.prototype, {
      replaceAll(this: string, ...rest: Parameters<typeof original>) {
        if (/^\d+$/.test(this)) throw new Error(message);
        return original.apply(this, rest);
      },
    });
  }, MADE);
  await page.goto('/sign-in');
  const alert = alertAbout(page, 'The app crashed');
  await expect(alert).toBeVisible();
  await expectWellMade(page);

  // Chromium refuses it to a page that is not allowed to.
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('refused')) }),
  );
  await button(page, 'Copy report').click();
  const text = page.getByRole('textbox', { name: 'Text to copy' });
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(new RegExp(`Error: ${MADE}`));
});

const reject = (page: Page, message: string) =>
  page.evaluate((text) => void Promise.reject(new Error(text)), message);

test('what nobody has caught is told once, counted, and dismissed', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(new RegExp(MADE));
  await context.grantPermissions(['clipboard-write']);
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half-typed');
  await reject(page, `${MADE} for "Ada"`);
  const bar = alertAbout(page, 'Something in the app went wrong.');
  await expect(bar).toContainText('What is on the page is still there.');
  await expect(nameField(page)).toHaveValue('half-typed');
  await reject(page, `${MADE} for "Bob"`);
  await page.evaluate(
    (message) =>
      setTimeout(() => {
        throw new RangeError(message);
      }),
    MADE,
  );
  await expect(bar).toContainText('It went wrong 3 times.');
  await expect(bar).toHaveCount(1);
  await expectWellMade(page);

  await bar.getByRole('button', { name: 'Copy report', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await nameField(page).fill('');
  const report = await pastedText(page);
  expect(report).toContain(`Error: ${MADE} for …`);
  expect(report).toContain(`RangeError: ${MADE}`);
  expect(report).not.toMatch(/Ada|Bob/);

  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(bar).toHaveCount(0);
  const isInPage = () =>
    page.evaluate(() => document.querySelector('main')?.contains(document.activeElement));
  await expect.poll(isInPage, { message: 'the focus stays in the page' }).toBe(true);
});

test('the sign-in page tells it too', async ({ page, problems }) => {
  problems.allow(new RegExp(MADE));
  await page.goto('/sign-in');
  await button(page, 'Sign in').click();
  await expect(alertAbout(page, 'Enter your API key')).toBeVisible();
  await reject(page, MADE);
  const bar = alertAbout(page, 'Something in the app went wrong.');
  await expect(bar).toBeVisible();
  await expectWellMade(page);
  await bar.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(bar).toHaveCount(0);
});

test('signing out in the middle of a request is no mistake', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.route('**/api/bot_users?*', () => {}); // never answered
  const asked = page.waitForRequest('**/api/bot_users?*');
  await button(page, 'Refresh').click();
  await asked;
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await expect(alertAbout(page, 'Something in the app went wrong.')).toHaveCount(0);
});
