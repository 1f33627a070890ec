import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { expect, signIn, test } from './fixtures.ts';
import { pages } from './pages.ts';

for (const [name, open] of Object.entries(pages))
  test(`axe finds nothing on ${name}, wide and narrow`, async ({
    page,
    call,
    service,
    problems,
  }) => {
    problems.allow(404);
    await open({ page, call, service });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await inBothSchemes(page, () => expectNoAxeFindings(page));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

test('the skip link is the first stop and leads to the main part', async ({ page }) => {
  await signIn(page);
  await page.goto('/sign-in');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('the colour scheme is chosen in the account menu and kept', async ({ page }) => {
  const isDark = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page);
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(isDark).toBe(true);
  await page.reload();
  await expect.poll(isDark).toBe(true);
});
