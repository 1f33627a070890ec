import type { Page, Route } from 'playwright/test';
import {
  alertAbout,
  button,
  filterField,
  hear,
  keyField,
  nameField,
  submitKey,
} from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

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

test('a key opens the page that was asked for, Enter held down asks once, and nothing moves by itself', async ({
  page,
}) => {
  const { api: questions } = hear(page);
  await page.goto('/bot-users?status=inactive');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page).toHaveTitle(/^Sign in · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await page.route('**/api/bot_users?limit=100', async (route) => {
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await route.continue();
  });
  await keyField(page).fill(apiKey);
  await page.keyboard.down('Enter');
  await expect(page).toHaveURL('/bot-users?status=inactive');
  await expect(page.getByRole('heading', { level: 1, name: 'Bot users' })).toBeFocused();
  expect(questions.filter((url) => url.endsWith('?limit=100'))).toHaveLength(1);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});

test('a key that is refused stays in its field, which password managers understand', async ({
  page,
  problems,
  service,
}) => {
  problems.allow(401, 429, 'no answer');
  const { host } = new URL(service.url);
  await page.goto('/sign-in');
  await expect(page.getByText(`Sent only to ${host}.`, { exact: true })).toBeVisible();
  const field = keyField(page);
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await expect(field).toHaveAttribute('id', 'api-key');
  // One entry for each service; nobody sees, hears or reaches it.
  const account = page.locator('form [autocomplete="username"]');
  await expect(account).toHaveValue(host);
  await expect(account).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveAccessibleName('API key');

  const { api: questions } = hear(page);
  await submitKey(page, 'ghk_ab\u200bcd');
  await expect(page.getByRole('alert')).toContainText('Some characters cannot be part of a key');
  await expect(field).toBeFocused();
  expect(questions).toEqual([]);

  await field.fill('not-the-key');
  await button(page, 'Show key').click();
  await expect(field).toHaveAttribute('type', 'text');
  await button(page, 'Sign in').click();
  const alert = alertAbout(page, 'This key was not accepted');
  await expect(alert).toContainText('The service answered 401.');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveValue('not-the-key');
  await expect(field).toBeFocused();

  // Turned off and on again between two answers, the interception may miss a request.
  const wait = { status: 429, headers: { 'retry-after': '2' } };
  const answers = [(route: Route) => route.abort(), (route: Route) => route.fulfill(wait)];
  await page.route('**/api/**', (route) => answers.shift()?.(route) ?? route.continue());
  await button(page, 'Sign in').click();
  await expect(alertAbout(page, 'The service could not be reached')).toContainText(host);

  // What was sent is selected, so this takes its place.
  await page.keyboard.insertText(`"Bearer ${apiKey}"\u00a0\u200b`);
  await page.keyboard.press('Enter');
  await expect(alertAbout(page, 'Too many attempts')).toBeVisible();
  await expect(page.getByText(/^You can try again in \d s\.$/)).toBeVisible();
  await expect(page.getByText(/^You can try again in \d s\.$/)).toHaveCount(0);
  const element = await field.elementHandle();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/bot-users');
  expect(
    await element?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : '-')),
  ).toBe('');
});

test('every tab is signed in, and asks again for a key that is refused; a reload forgets it', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(401);
  const name = uniqueName('typed-before');
  const second = await context.newPage();
  await second.goto('/bot-users');
  await expect(keyField(second)).toBeVisible();
  await signIn(page, '/bot-users/new');
  await nameField(page).fill(name);
  await filterField(second).fill('typed');

  await context.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
  await button(page, 'Create bot user').click();
  await button(second, 'Refresh').click();
  for (const tab of [page, second]) await expect(signInAgain(tab)).toBeVisible();

  await context.unroute('**/api/**');
  await submitKey(page, apiKey);
  for (const tab of [page, second]) await expect(signInAgain(tab)).toHaveCount(0);
  // A change is not sent again by itself: the form waits for the person. A read goes on.
  await expect(nameField(page)).toHaveValue(name);
  await button(page, 'Create bot user').click();
  await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
  await expect(button(second, 'Refresh')).not.toHaveAttribute('aria-disabled');
  await expect(filterField(second)).toHaveValue('typed');

  await second.close();
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
