import type { Page } from 'playwright/test';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { button } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
const singleKeys = (page: Page) =>
  sheet(page).getByRole('switch', { name: 'Single-key shortcuts', exact: true });

async function goToRoutes(page: Page) {
  await page.keyboard.press('g');
  await page.keyboard.press('r');
}

test('the keys are listed at ?, on a narrow screen too, act, and rest while they are switched off', async ({
  page,
}) => {
  // A few rows: axe looks at each of them.
  await signIn(page, '/bot-users?q=ci-deployer');
  await expect(page.getByRole('heading', { name: 'Bot users', level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet(page).getByRole('row', { name: /^G then R/ })).toContainText('Go to routes');
  await inBothSchemes(page, () => expectNoAxeFindings(page));
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect
    .poll(() => sheet(page).evaluate((part) => part.scrollWidth - part.clientWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width, height });
  await singleKeys(page).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();

  await page.reload();
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Bot users', level: 1 })).toBeVisible();
  await goToRoutes(page);
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL('/bot-users');

  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts', exact: true }).click();
  await singleKeys(page).check();
  await sheet(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(button(page, 'Account menu')).toBeFocused();
  await goToRoutes(page);
  await expect(page).toHaveURL('/routes');
});
