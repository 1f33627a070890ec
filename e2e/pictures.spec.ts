import { button } from './controls.ts';
import { expect, freshTest as test, signIn } from './fixtures.ts';

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'UTC' });

test('the README has pictures of the app itself', { tag: '@full' }, async ({ page }) => {
  await signIn(page);
  await page.getByRole('switch').nth(1).click();
  await expect(button(page, 'Undo')).toBeVisible();
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `.cache/pictures/bot-users-${colorScheme}.png` });
  }
});
