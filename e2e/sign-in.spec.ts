import type { Page } from 'playwright/test';
import { expectNoAxeFindings } from './checks.ts';
import {
  alertAbout,
  button,
  filterField,
  keyField,
  nameField,
  routeLines,
  section,
  submitKey,
  typeRoutes,
} from './controls.ts';
import { expect, freshTest, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';

const signInButton = (page: Page) => button(page, 'Sign in');
const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

test('a key opens the page that was asked for, and two presses ask once', async ({ page }) => {
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/bot_users?limit=100')) questions.push(request.url());
  });
  await page.goto('/bot-users?status=inactive');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page).toHaveTitle(/^Sign in · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await keyField(page).fill(apiKey);
  await signInButton(page).dblclick();
  await expect(page).toHaveURL('/bot-users?status=inactive');
  await expect(page.getByRole('heading', { level: 1, name: 'Bot users' })).toBeFocused();
  await expect(page.getByRole('banner').getByText('Demonstration data')).toBeVisible();
  expect(questions).toHaveLength(1);
});

test('signing in never leads to another site', async ({ page }) => {
  for (const next of ['//example.test/', 'https://example.test/', '/\\example.test']) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await submitKey(page, apiKey);
    await expect(page).toHaveURL('/bot-users');
  }
});

test('a refused key stays in the hidden field, ready to be replaced', async ({
  page,
  problems,
}) => {
  problems.allow(401);
  await page.goto('/sign-in');
  await keyField(page).fill('not-the-key');
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(keyField(page)).toHaveAttribute('type', 'text');

  await signInButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This key was not accepted');
  await expect(alert).toContainText('The service answered 401.');
  await expect(keyField(page)).toHaveAttribute('type', 'password');
  await expect(keyField(page)).toHaveValue('not-the-key');
  await expect(keyField(page)).toBeFocused();

  await page.keyboard.insertText(apiKey); // what was refused is selected, so this takes its place
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/bot-users');
});

freshTest(
  'a service that is down is named, and the key can be sent again',
  async ({ page, problems, service }) => {
    problems.allow('no answer');
    await page.goto('/sign-in');
    await expect(
      page.getByText(`Sent only to ${new URL(service.url).host}.`, { exact: true }),
    ).toBeVisible();
    await service.stop();
    await submitKey(page, apiKey);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The service could not be reached');
    await expect(alert).toContainText(new URL(service.url).host);

    await service.start();
    await signInButton(page).click();
    await expect(page).toHaveURL('/bot-users');
  },
);

test('a reload forgets the key unless the tab was told to keep it', async ({ page }) => {
  await signIn(page);
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in\?next=/);

  await page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' }).check();
  await submitKey(page, apiKey);
  await expect(page).toHaveURL('/bot-users');
  await page.reload();
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
});

test('a second tab is signed in by the first', async ({ page, context }) => {
  await signIn(page);
  const second = await context.newPage();
  await second.goto('/bot-users');
  await expect(second.getByRole('table', { name: 'Bot users' })).toBeVisible();
});

freshTest(
  'a key that is refused in the middle is asked for again over the page',
  async ({ page, problems, service }) => {
    problems.allow(401, 'no answer'); // parts of the app are fetched while it is down
    await signIn(page, '/bot-users/new');
    await nameField(page).fill('typed-before');

    // The same address with other data and another key: as if this key had been revoked.
    await service.stop();
    const otherKey = 'another-key-0123456789-abcdef';
    await service.start({ DATA_DIR: `${service.dataDir}/other`, FIRST_API_KEY: otherKey });
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();

    const dialog = signInAgain(page);
    await dialog.getByLabel('API key', { exact: true }).fill(otherKey);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();

    // A change is not sent again by itself: the form waits for the person.
    await expect(nameField(page)).toHaveValue('typed-before');
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();
    await expect(page.getByRole('rowheader', { name: 'typed-before' })).toBeVisible();
  },
);

freshTest(
  'a new key in one tab closes the dialog of every tab, and what they read goes on',
  async ({ page, context, problems, service }) => {
    problems.allow(401, 'no answer'); // parts of the app are fetched while it is down
    await signIn(page);
    const second = await context.newPage();
    await second.goto('/bot-users');
    const filter = second.getByRole('searchbox', { name: 'Filter loaded bot users' });
    await filter.fill('ci-');

    await service.stop();
    const otherKey = 'another-key-0123456789-abcdef';
    await service.start({ DATA_DIR: `${service.dataDir}/other`, FIRST_API_KEY: otherKey });
    for (const tab of [page, second]) {
      await button(tab, 'Refresh').click();
      await expect(signInAgain(tab)).toBeVisible();
    }
    await submitKey(page, otherKey);
    for (const tab of [page, second]) {
      await expect(signInAgain(tab)).toHaveCount(0);
      await expect(tab.getByRole('table', { name: 'Bot users' })).toBeVisible();
      await expect(button(tab, 'Refresh')).not.toHaveAttribute('aria-disabled');
    }
    await expect(filter).toHaveValue('ci-');
  },
);

// As if the first tab were frozen: the second does not hear what it is given, the first hears the second afterwards.
test('a key of another account takes nothing over from the session before it', async ({
  page,
  context,
}) => {
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('typed-for-the-first');
  const second = await context.newPage();
  await second.addInitScript(() =>
    Reflect.set(BroadcastChannel.prototype, 'addEventListener', () => {}),
  );
  await second.goto('/sign-in');
  await context.route('**/api/**', (route) => route.fulfill({ json: { bot_users: [] } }));
  await submitKey(second, 'key-of-another-account');

  const notice = alertAbout(page, 'Another key was signed in in another tab.');
  await expect(notice).toContainText('This tab uses it from now on.');
  await expect(nameField(page)).toHaveValue('');
  const asked = page.waitForRequest('**/api/bot_users?*');
  await section(page, 'Bot users').click();
  expect((await asked).headers()['authorization']).toBe('Bearer key-of-another-account');
  await expect(page.getByRole('heading', { name: 'Create the first bot user' })).toBeVisible();
  await expectNoAxeFindings(page);
  await notice.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(notice).toHaveCount(0);
});

test('a web page of something in between signs no key in', async ({ page, problems }) => {
  problems.allow(401, 403);
  await page.goto('/sign-in');
  for (const status of [401, 403]) {
    const body = '<!doctype html><title>Blocked</title>';
    await page.route(
      '**/api/**',
      (route) => route.fulfill({ status, contentType: 'text/html', body }),
      { times: 1 },
    );
    await submitKey(page, 'anything');
    await expect(alertAbout(page, 'This does not look like the management API')).toContainText(
      `answered ${status} with a web page`,
    );
    await expect(page).toHaveURL('/sign-in');
  }
});

test('Enter held down asks once', async ({ page }) => {
  await page.goto('/sign-in');
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) questions.push(request.url());
  });
  await page.route('**/api/bot_users?limit=100', async (route) => {
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await route.continue();
  });
  await keyField(page).fill(apiKey);
  await page.keyboard.down('Enter');
  await expect(page).toHaveURL('/bot-users');
  expect(questions.filter((url) => url.endsWith('?limit=100'))).toHaveLength(1);
});

test('a key with characters that no header carries is refused without asking', async ({ page }) => {
  await page.goto('/sign-in');
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) questions.push(request.url());
  });
  await submitKey(page, 'ghk_ab\u200bcd');
  await expect(page.getByRole('alert')).toContainText(
    'Character 7 cannot be part of a key: it cannot be seen. Copy it again',
  );
  await expect(keyField(page)).toBeFocused();
  await submitKey(page, 'ghk_äb');
  await expect(page.getByRole('alert')).toContainText('Character 5 cannot be part of a key.');
  expect(questions).toEqual([]);

  await submitKey(page, `-H 'Authorization: Bearer ${apiKey}'\u00a0\u200b`);
  await expect(page).toHaveURL('/bot-users');
});

test('the form is one that managers of passwords understand', async ({ page, service }) => {
  await page.goto('/sign-in');
  const field = keyField(page);
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await expect(field).toHaveAttribute('id', 'api-key');

  // One entry for each service; nobody sees, hears or reaches it.
  const account = page.locator('form [autocomplete="username"]');
  await expect(account).toHaveValue(new URL(service.url).host);
  await expect(account).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveAccessibleName('API key');

  const element = await field.elementHandle();
  await submitKey(page, apiKey);
  await expect(page).toHaveURL('/bot-users');
  expect(
    await element?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : '-')),
  ).toBe('');
});

test('a key pasted into the wrong field gets into no address and not onto the device', async ({
  page,
  problems,
}) => {
  await signIn(page);
  const filter = filterField(page);
  await filter.fill('ci');
  await expect(page).toHaveURL('/bot-users?q=ci');
  await filter.fill(apiKey);
  await expect(alertAbout(page, 'This is your API key.')).toBeVisible();
  await expect(page).toHaveURL('/bot-users');
  await expect(filter).toHaveValue(apiKey);
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  // A choice is written at once, together with the text as it is typed.
  const status = page.getByRole('group', { name: 'Status', exact: true });
  await status.getByRole('radio', { name: 'Only active', exact: true }).check();
  await expect(page).toHaveURL('/bot-users?status=active');
  await filter.fill('');

  await section(page, 'Routes').click();
  await typeRoutes(page, [`edghts_1 ${apiKey}`]);
  await expect(page.getByText('Your API key is in this text. Take it out.')).toBeVisible();
  await routeLines(page).fill('');
  await problems.look();
});
