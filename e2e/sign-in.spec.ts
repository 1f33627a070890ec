import type { Page } from 'playwright/test';
import { expect, freshTest, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';

const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

async function submit(page: Page, key: string) {
  await keyField(page).fill(key);
  await signInButton(page).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('a key opens the page that was asked for', async ({ page }) => {
  await page.goto('/bot-users?status=inactive');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page).toHaveTitle(/^Sign in · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await submit(page, apiKey);
  await expect(page).toHaveURL('/bot-users?status=inactive');
  await expect(page.getByRole('heading', { level: 1, name: 'Bot users' })).toBeFocused();
});

test('signing in never leads to another site', async ({ page }) => {
  for (const next of ['//example.test/', 'https://example.test/', '/\\example.test']) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await submit(page, apiKey);
    await expect(page).toHaveURL('/bot-users');
  }
});

test('an empty key is asked for at the field', async ({ page }) => {
  await page.goto('/sign-in');
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Enter your API key');
  await expect(keyField(page)).toBeFocused();
});

test('a key with a space inside is refused without asking the service', async ({ page }) => {
  await page.goto('/sign-in');
  await submit(page, 'two keys');
  await expect(page.getByRole('alert')).toContainText(
    'API key must not contain spaces. Check that you pasted one key',
  );
  await expect(keyField(page)).toBeFocused();
});

test('a key pasted with its header, quotes and line break is understood', async ({ page }) => {
  await page.goto('/sign-in');
  await submit(page, ` Bearer "${apiKey}" `);
  await expect(page).toHaveURL('/bot-users');
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

test('two presses send one question', async ({ page }) => {
  await page.goto('/sign-in');
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/bot_users?limit=1')) questions.push(request.url());
  });
  await keyField(page).fill(apiKey);
  await signInButton(page).dblclick();
  await expect(page).toHaveURL('/bot-users');
  expect(questions).toHaveLength(1);
});

freshTest(
  'a service that is down is named, and the key can be sent again',
  async ({ page, problems, service }) => {
    problems.allow('no answer');
    await page.goto('/sign-in');
    await service.stop();
    await submit(page, apiKey);
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
  await submit(page, apiKey);
  await expect(page).toHaveURL('/bot-users');
  await page.reload();
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
});

test('a second tab is signed in by the first, and signing out ends both', async ({
  page,
  context,
}) => {
  await signIn(page);
  const second = await context.newPage();
  await second.goto('/bot-users');
  await expect(second.getByRole('table', { name: 'Bot users' })).toBeVisible();

  await signOut(second);
  const farewell =
    'Signed out in every tab of this browser. The key itself still works until it is revoked.';
  await expect(second.getByText(farewell)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeHidden();
});

freshTest(
  'a key that is refused in the middle is asked for again over the page',
  async ({ page, problems, service }) => {
    problems.allow(401);
    await signIn(page, '/bot-users/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('typed-before');

    // The same address with other data and another key: as if this key had been revoked.
    await service.stop();
    const otherKey = 'another-key-0123456789';
    await service.start({ DATA_DIR: `${service.dataDir}/other`, FIRST_API_KEY: otherKey });
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('API key', { exact: true }).fill(otherKey);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();

    // A change is not sent again by itself: the form waits for the person.
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('typed-before');
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();
    await expect(page.getByRole('rowheader', { name: 'typed-before' })).toBeVisible();
  },
);
