import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectAccessible } from './checks.ts';
import {
  alertAbout,
  button,
  filterField,
  link,
  nameField,
  pastedInto,
  section,
  submitKey,
} from './controls.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

/** In the message of every error that is made here. */
const MADE = 'broken on purpose';
/** What browsers and React log of code that could not be fetched. */
const NOT_ARRIVED = /Failed to fetch dynamically imported module|Unable to preload/;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Replaces the code of a page by one that throws while it renders. */
const breakPage = (page: Page, file: string, message: string) =>
  page.route(`**/assets/${file}-*.js`, async (route) => {
    // The check of the key is put down in a quiet moment: the page breaks after it.
    await page.evaluate(() => new Promise((quiet) => requestIdleCallback(quiet)));
    await route.fulfill({
      contentType: 'text/javascript',
      body: `export function Component() { throw new TypeError(${JSON.stringify(message)}); }`,
    });
  });

test('code that does not arrive is told beside what was typed, and opens once the line is back', async ({
  page,
  problems,
}) => {
  problems.allow('no answer', NOT_ARRIVED);
  for (const file of ['edit-page', 'palette', 'refresh'])
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half-typed');
  await button(page, 'Search or run a command').click();
  const reload = alertAbout(page, 'Part of the app did not load. Reload the page.');
  await expect(reload.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await expect(nameField(page)).toHaveValue('half-typed');
  await page.unroute('**/assets/palette-*.js');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  await nameField(page).fill('');

  await section(page, 'Bot users').click();
  const fetched = page.waitForEvent('requestfailed', (request) => /refresh-/.test(request.url()));
  await button(page, 'Refresh').click();
  await fetched;
  await expect(button(page, 'Refresh')).not.toHaveAttribute('aria-disabled');
  await expect(page.getByText('dynamically imported module')).toHaveCount(0);
  const first = page.getByRole('rowheader').first().getByRole('link');
  const name = String(await first.getAttribute('title'));
  await first.focus();
  await page.keyboard.press('e');
  await expect(reload).toBeVisible();
  await expect(heading(page, 'Bot users')).toBeVisible();
  // Nothing more is typed ahead for a page that does not come.
  await page.keyboard.press('/');
  await expect(filterField(page)).toBeFocused();
  await expectAccessible(page);
  // Before it may come, for it is tried again now and then.
  const refresh = page.waitForResponse('**/assets/refresh-*.js');
  await page.unroute('**/assets/edit-page-*.js');
  await page.unroute('**/assets/refresh-*.js');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(heading(page, name)).toBeVisible();
  await expect(reload).toBeHidden();
  // By itself: no press has to wait for it.
  await refresh;
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
  await expect(alertAbout(page, 'The app crashed')).toBeVisible();
  await expectAccessible(page);

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

test('what nobody has caught is told, a page that breaks leaves the shell, and a broken shell gives a page of its own', async ({
  page,
  context,
  problems,
  call,
}) => {
  problems.allow(new RegExp(MADE), 'no answer');
  await context.grantPermissions(['clipboard-write']);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('Ada') } });
  await breakPage(page, 'edit-page', `${MADE}: "${name}" of ${id}`);
  const bar = alertAbout(page, 'Something in the app went wrong.');
  const dismiss = bar.getByRole('button', { name: 'Dismiss', exact: true });
  await page.goto(`/sign-in?next=${encodeURIComponent(`/bot-users/${id}?note=${name}`)}`);
  await button(page, 'Sign in').click();
  await expect(alertAbout(page, 'Enter your API key')).toBeVisible();
  await reject(page, MADE);
  await dismiss.click();
  await expect(bar).toHaveCount(0);

  await submitKey(page, apiKey);
  const alert = alertAbout(page, 'This page crashed');
  await expect(alert).toContainText('Nothing was sent.');
  await expect(heading(page, 'Something broke')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Copy report').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();

  await link(page, 'Go to bot users').click();
  await expect(page).toHaveURL('/bot-users');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const report = await pastedInto(filterField(page));
  expect(report).toContain('page: /bot-users/:botUserId');
  expect(report).toMatch(new RegExp(`TypeError: ${MADE}: … of … +at`));
  expect(report).toMatch(/Component \/assets\/edit-page-[\w-]+\.js:1:\d+/);
  expect(report).toMatch(/GET \/bot_users, 200/);
  expect(report).not.toContain(id);
  expect(report).not.toContain(name);

  // Opened again, it breaks again.
  await page.goBack();
  await expect(heading(page, 'Something broke')).toBeVisible();

  await goTo(page, '/bot-users/new');
  await nameField(page).fill('half-typed');
  await reject(page, `${MADE} for "Ada"`);
  await expect(bar).toContainText('What is on the page is still there.');
  await expect(nameField(page)).toHaveValue('half-typed');
  await reject(page, `${MADE} for "Bob"`);
  await page.evaluate((message) => {
    setTimeout(() => {
      throw new RangeError(message);
    });
  }, MADE);
  await expect(bar).toHaveCount(1);
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Copy report', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const first = await pastedInto(nameField(page));
  expect(first).toContain(`Error: ${MADE} for …`);
  expect(first).not.toMatch(/Ada|Bob/);

  await dismiss.click();
  await expect(bar).toHaveCount(0);
  const isInPage = () =>
    page.evaluate(() => document.querySelector('main')?.contains(document.activeElement));
  await expect.poll(isInPage, { message: 'the focus stays in the page' }).toBe(true);

  // The shell itself breaks: it gives a page of its own.
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
  await expect(alertAbout(page, 'The app crashed')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expectAccessible(page);
  await context.setOffline(false);
});
