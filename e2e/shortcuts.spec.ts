import type { Page } from 'playwright/test';
import { button, inAccountMenu, link } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { table } from './many-rows.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
const singleKeys = (page: Page) =>
  sheet(page).getByRole('switch', { name: 'Single-key shortcuts', exact: true });

async function goToRoutes(page: Page) {
  await page.keyboard.press('g');
  await page.keyboard.press('r');
}

test('ten presses of Tab lead to the first row; the keys are listed at ?, act, and rest while they are switched off', async ({
  page,
}) => {
  await signIn(page);
  const first = table(page).getByRole('switch').first();
  await expect(first).toBeVisible();
  // A page that is opened begins here; one whose session another tab gives begins at the heading.
  await link(page, 'Skip to main content').press('Enter');
  const isOnFirst = () => first.evaluate((part) => part === document.activeElement);
  let presses = 1;
  while (!(await isOnFirst()) && presses < 40) {
    await page.keyboard.press('Tab');
    presses += 1;
  }
  expect(presses).toBeLessThanOrEqual(10);
  // The next row is one more away, and arrows lead along the row.
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('tr[data-id] button[aria-haspopup]').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(table(page).getByRole('switch').nth(1)).toBeFocused();

  await page.keyboard.press('?');
  await expect(sheet(page).getByRole('row', { name: /^G then R/ })).toContainText('Go to routes');
  await singleKeys(page).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
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
