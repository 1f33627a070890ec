import { botUserEndpoints } from '#contract/bot-user.ts';
import { RUNTIME_CONFIG_PATH } from '#contract/runtime-config.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

// The embedded service refuses no key that it knows and is never half there: these answers are made by hand.

test('a key that may not list can open a bot user by its id', async ({ page, problems, call }) => {
  problems.allow(403);
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('by-id') } });
  await page.route('**/api/bot_users?*', (route) =>
    route.fulfill({ status: 403, json: { msg: 'no right to list' } }),
  );
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('This key may not list bot users');
  await page.getByRole('button', { name: 'Open by id', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open bot user by id' });
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Id' }).fill(id);
  await dialog.getByRole('button', { name: 'Open bot user', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a page whose settings do not arrive says so and tries again', async ({ page, problems }) => {
  problems.allow('no answer');
  await page.route(`**${RUNTIME_CONFIG_PATH}`, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Gatehouse could not be started');
  await page.unroute(`**${RUNTIME_CONFIG_PATH}`);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('offline, a bar says so and a change is not sent', async ({
  page,
  context,
  call,
  problems,
}) => {
  problems.allow('no answer'); // to late parts that are on their way
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('offline') } });
  await signIn(page, `/bot-users?q=${name}`);
  const control = page.getByRole('switch', { name: `Active: ${name}` });
  await expect(control).toBeChecked();
  await context.setOffline(true);
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible();
  await control.click();
  await expect(page.getByText('Not sent: you are offline.', { exact: true })).toBeVisible();
  await expect(control).toBeChecked();
  await context.setOffline(false);
  await expect(page.getByText('Not sent: you were offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(control).not.toBeChecked();
});

test('a row that cannot be read hides none of the others', async ({ page }) => {
  await page.route('**/api/bot_users?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, bot_users: [{ id: 7 }, ...body.bot_users] } });
  });
  await signIn(page);
  await expect(page.getByText('1 bot user could not be shown')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a service that repeats a page is not asked for ever', async ({ page }) => {
  let reads = 0;
  await page.route('**/api/bot_users?*', async (route) => {
    reads++;
    const answer = await route.fetch({ url: route.request().url().replace(/\?.*/, '?limit=100') });
    await route.fulfill({ response: answer });
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Load more', exact: true }).click();
  await expect(page.getByText('The service repeated a page. Loading stopped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more', exact: true })).toHaveCount(0);
  expect(reads).toBe(2); // the page, and the same page again
});

test('Escape closes a dialog that may be left, and never the one that may not', async ({
  page,
  problems,
  call,
}) => {
  problems.allow(401);
  const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('escape') } });
  await signIn(page, `/bot-users/${id}`);
  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete…', exact: true })).toBeFocused();

  await page.route('**/api/bot_users/*', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('textbox', { name: 'Name' }).fill(uniqueName('kept'));
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByLabel('API key', { exact: true })).toBeFocused();
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
});
