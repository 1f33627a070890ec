import type { Page } from 'playwright/test';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { expect, signIn } from './fixtures.ts';
import { configOf, staticTest as test } from './static-host.ts';

const longName = 'Wintergarden production in Frankfurt, EU'; // 40 characters, the most there can be
const tag = (page: Page, name: string) => page.getByText(`Instance: ${name}`, { exact: true });

test('the instance is named in the bar, at the sign-in and in the title of every tab', async ({
  page,
  host,
}) => {
  host.config = configOf(host, { instance: { name: 'Staging EU', colour: 'amber' } });
  await page.goto('/sign-in');
  await expect(page).toHaveTitle('Sign in · Gatehouse · Staging EU');
  await expect(page.getByRole('main').getByText('Instance: Staging EU')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveTitle('Bot users · Gatehouse · Staging EU');
  await expect(page.getByRole('banner').getByText('Instance: Staging EU')).toBeVisible();
  await page.getByRole('link', { name: 'Routes', exact: true }).click();
  await expect(page).toHaveTitle('Routes · Gatehouse · Staging EU');

  await page.emulateMedia({ media: 'print' });
  await expect(tag(page, 'Staging EU')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});

test('demonstration data is called that, in the bar and at the sign-in', async ({ page, host }) => {
  host.config = configOf(host, {
    demonstration: true,
    instance: { name: longName, colour: 'red' },
  });
  const mark = page.getByText('Demonstration data', { exact: true });
  await page.goto('/sign-in');
  await expect(page.getByRole('main').filter({ has: mark })).toBeVisible();
  await signIn(page, '/routes');
  await expect(page.getByRole('banner').filter({ has: mark })).toBeVisible();
  const account = page.getByRole('button', { name: 'Account menu' });
  for (const width of [1440, 1040, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expect(account).toBeInViewport({ ratio: 1 });
    const [box, button] = [await mark.boundingBox(), await account.boundingBox()];
    expect(box?.height, `one line at ${width}`).toBeLessThan(32);
    const isBeside = (box?.x ?? 0) + (box?.width ?? 0) <= (button?.x ?? 0);
    const isBelow = (box?.y ?? 0) >= (button?.y ?? 0) + (button?.height ?? 0);
    expect(isBeside || isBelow, `clear of the buttons at ${width}`).toBe(true);
  }
  await inBothSchemes(page, () => expectNoAxeFindings(page));
  await page.emulateMedia({ media: 'print' });
  await expect(mark).toBeVisible();
});

test('without an instance there is nothing to tell apart', async ({ page }) => {
  await signIn(page);
  await expect(page).toHaveTitle('Bot users · Gatehouse');
  await expect(page.getByText('Instance:')).toHaveCount(0);
  await expect(page.getByText('Demonstration data')).toHaveCount(0);
});

// The other colours differ in nothing but the mark, whose contrast has a unit test.
test('a long name is cut on one line, whole in its title, and can be read', async ({
  page,
  host,
}) => {
  host.config = configOf(host, { instance: { name: longName, colour: 'red' } });
  for (const open of [() => page.goto('/sign-in'), () => signIn(page, '/routes')]) {
    await open();
    await expect(page.getByTitle(longName, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      const box = await page.getByTitle(longName, { exact: true }).boundingBox();
      expect(box?.height, `one line at ${width}`).toBeLessThan(32);
    }
    await inBothSchemes(page, () => expectNoAxeFindings(page));
  }
  const account = await page.getByRole('button', { name: 'Account menu' }).boundingBox();
  const name = await page.getByTitle(longName, { exact: true }).boundingBox();
  expect(account?.y, 'the tag stays in the first row').toBeLessThan(
    (name?.y ?? 0) + (name?.height ?? 0),
  );
});
