import { botUserEndpoints } from '#contract/bot-user.ts';
import { alertAbout, button, keyField, nameField, switchOf } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

test('offline, a bar says so and a change is not sent', async ({
  page,
  context,
  call,
  problems,
}) => {
  problems.allow('no answer'); // to late parts that are on their way
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('offline') } });
  await signIn(page, `/bot-users?q=${name}`);
  await expect(switchOf(page, name)).toBeChecked();
  await context.setOffline(true);
  await expect(alertAbout(page, 'You are offline.')).toBeVisible();
  await switchOf(page, name).click();
  await expect(page.getByText('Not sent: you are offline.', { exact: true })).toBeVisible();
  await expect(switchOf(page, name)).toBeChecked();
  await context.setOffline(false);
  await expect(page.getByText('Not sent: you were offline.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(switchOf(page, name)).not.toBeChecked();
});

test('Escape closes a dialog that may be left, and never the one that may not', async ({
  page,
  problems,
  call,
}) => {
  problems.allow(401);
  const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('escape') } });
  await signIn(page, `/bot-users/${id}`);
  await button(page, 'Delete…').click();
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(button(page, 'Delete…')).toBeFocused();

  await page.route('**/api/bot_users/*', (route) => route.fulfill({ status: 401, json: {} }));
  await nameField(page).fill(uniqueName('kept'));
  await button(page, 'Save changes').click();
  await expect(keyField(page)).toBeFocused();
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
});
