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

test('the skip link leads past the bar and keeps what was typed', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('half-typed');
  await page.getByRole('link', { name: 'Skip to main content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('half-typed');
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
