import { boxOf, expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { button, section } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { configOf, staticTest as test } from './static-host.ts';

test('the instance and its demonstration data are named on every page, also on paper', async ({
  page,
  host,
}) => {
  host.config = configOf(host, {
    demonstration: true,
    instance: { name: 'Staging EU', colour: 'amber' },
  });
  const tag = page.getByText('Instance: Staging EU', { exact: true });
  const mark = page.getByText('Demonstration data', { exact: true });
  await page.goto('/sign-in');
  await expect(page).toHaveTitle('Sign in · Gatehouse · Staging EU');
  for (const each of [tag, mark])
    await expect(page.getByRole('main').filter({ has: each })).toBeVisible();
  await signIn(page, '/settings');
  await expect(page).toHaveTitle('Settings · Gatehouse · Staging EU');
  for (const each of [tag, mark])
    await expect(page.getByRole('banner').filter({ has: each })).toBeVisible();
  await section(page, 'Routes').click();
  await expect(page).toHaveTitle('Routes · Gatehouse · Staging EU');
  await page.setViewportSize({ width: 600, height: 800 });
  const ofAccount = await boxOf(button(page, 'Account menu'));
  expect((await boxOf(tag)).top, 'on a phone a line below').toBeGreaterThan(ofAccount.bottom);

  await page.emulateMedia({ media: 'print' });
  await expect(tag).toBeVisible();
  await expect(mark).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});

// The other colours differ in nothing but the mark, whose contrast has a unit test.
test(
  'a long name is cut on one line beside the buttons, and whole in its title',
  { tag: '@full' },
  async ({ page, host }) => {
    const name = 'Wintergarden production in Frankfurt, EU'; // 40 characters, the most there can be
    host.config = configOf(host, { demonstration: true, instance: { name, colour: 'red' } });
    const tag = page.getByTitle(name, { exact: true });
    const mark = page.getByText('Demonstration data', { exact: true });
    const account = button(page, 'Account menu');
    for (const open of [() => page.goto('/sign-in'), () => signIn(page, '/routes')]) {
      await open();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 1280, 1040, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        for (const each of [tag, mark])
          expect((await each.boundingBox())?.height, `one line at ${width}`).toBeLessThan(32);
        if (await account.isHidden()) continue;
        await expect(account).toBeInViewport({ ratio: 1 });
        const [ofTag, ofMark, ofAccount] = await Promise.all([tag, mark, account].map(boxOf));
        const isBeside = (ofMark?.right ?? 0) <= (ofAccount?.left ?? 0);
        const isBelow = (ofMark?.top ?? 0) >= (ofAccount?.bottom ?? 0);
        expect(isBeside || isBelow, `clear of the buttons at ${width}`).toBe(true);
        if (width === 1280) expect(ofMark?.top, 'in one row').toBeLessThan(ofTag?.bottom ?? 0);
        expect(ofAccount?.top, 'the tag stays in the first row').toBeLessThan(ofTag?.bottom ?? 0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  },
);
