import type { Page } from 'playwright/test';
import { button, nameField, submitKey } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';

const MINUTE = 60_000;
const asking = (page: Page) =>
  page.getByRole('dialog', { name: 'You will be signed out in 2 minutes.', exact: true });
const idleEnd = (page: Page) =>
  page.getByText('You were signed out after 30 minutes without activity.');

test('half an hour without use signs out after a warning, and keeps what was typed', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, '/bot-users/new');
  await nameField(page).fill('half a name');
  await button(page, 'Account menu').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.clock.runFor(28 * MINUTE + 1000);
  // Above the dialog that is open.
  await expect(asking(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(asking(page).getByRole('button', { name: 'Sign out now' })).toBeVisible();
  await page.clock.runFor(MINUTE);
  await expect(asking(page)).toContainText(/ [1-5]\d s left\./);
  await page.clock.runFor(MINUTE + 1000);
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users%2Fnew');
  await expect(idleEnd(page)).toBeVisible();
  await submitKey(page, apiKey);
  await expect(nameField(page)).toHaveValue('half a name');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
});
