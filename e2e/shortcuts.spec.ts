import type { Page } from 'playwright/test';
import { button, inAccountMenu } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
const singleKeys = (page: Page) =>
  sheet(page).getByRole('switch', { name: 'Single-key shortcuts', exact: true });

async function goToRoutes(page: Page) {
  await page.keyboard.press('g');
  await page.keyboard.press('r');
}

test('the keys are listed at ?, act, and rest while they are switched off', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Bot users', level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet(page).getByRole('row', { name: /^G then R/ })).toContainText('Go to routes');
  await singleKeys(page).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();

  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Bot users', level: 1 })).toBeVisible();
  await goToRoutes(page);
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL('/bot-users');

  await inAccountMenu(page, 'Keyboard shortcuts');
  await singleKeys(page).check();
  await sheet(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(button(page, 'Account menu')).toBeFocused();
  await goToRoutes(page);
  await expect(page).toHaveURL('/routes');
});
