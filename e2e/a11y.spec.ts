import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectAccessible, expectTargets } from './checks.ts';
import { addUnknownPolicies, button, inAccountMenu, link, nameField, receipt } from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';
import { walks } from './pages.ts';

for (const [name, parts] of Object.entries(walks))
  test(`axe finds nothing, and names are as agreed: ${name}`, async ({
    page,
    context,
    call,
    service,
    problems,
  }) => {
    test.setTimeout(process.env.TEST_FULL ? 600_000 : 180_000);
    const look = (state: string, isTable?: boolean) =>
      test.step(state, () => expectAccessible(page, isTable));
    for (const walk of parts) await walk({ page, context, call, service, problems, look });
  });

for (const [what, least, options] of [
  ['a finger', 44, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }],
  ['a pointer', 24, {}],
] as const)
  test.describe(`for ${what}`, { tag: '@full' }, () => {
    test.use(options);

    test(`controls of forms, menus and dialogs are ${least} px in each direction`, async ({
      page,
      call,
    }) => {
      const body = { name: uniqueName('touch') };
      const { id, name } = await call(botUserEndpoints.create, { body });
      await signIn(page);
      await expect(button(page, `Actions for ${name}`)).toBeVisible();
      await expectTargets(page, least);
      await goTo(page, `/bot-users/${id}`);
      await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
      await expectTargets(page, least);
      await button(page, 'Delete…').click();
      await expectTargets(page, least);
      await button(page, 'Cancel').click();
      await button(page, 'Account menu').click();
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
      await expectTargets(page, least);
      await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
      await button(page, 'Clear data on this device…').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectTargets(page, least);
      await button(page, 'Cancel').click();
      await expectTargets(page, least);
      await inAccountMenu(page, 'Keyboard shortcuts');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectTargets(page, least);
      await page.keyboard.press('Escape');
      await button(page, 'Search or run a command').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectTargets(page, least);
      await page.keyboard.press('Escape');
      await page.getByRole('navigation', { name: 'Main' }).getByText('Routes').click();
      await page.getByRole('link', { name: 'eu-checkout', exact: true }).click();
      await expect(page.getByRole('form', { name: 'IP restriction' })).toBeVisible();
      await addUnknownPolicies(page, 'ipp_touch');
      await expectTargets(page, least);
      await button(page, 'Review changes').click();
      await expect(page.getByRole('dialog', { name: 'Review changes' })).toBeVisible();
      await expectTargets(page, least);
    });
  });

/** What has the focus and cannot be seen: outside of the window, or covered at its middle. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const control = document.activeElement;
    if (control === null || control === document.body) return undefined;
    // A box or switch that is drawn by its label has no size of its own.
    const box = control.getBoundingClientRect();
    const x = box.x + Math.min(box.width, innerWidth) / 2;
    const y = box.y + Math.min(box.height, 20) / 2;
    const top = document.elementFromPoint(x, y);
    if (top !== null && (control.contains(top) || top.contains(control))) return undefined;
    const name = control.getAttribute('aria-label') ?? control.textContent;
    return `${name.trim()} at ${Math.round(y)}, under ${top?.outerHTML.slice(0, 60)}`;
  });

// 2.4.11: 320 x 256 is a window of 1280 x 1024 at 400 %.
const WINDOWS = [
  [320, 256],
  [640, 360],
  [1280, 720],
] as const;

const openings: Record<string, (page: Page, id: string, route: string) => Promise<void>> = {
  'the list': async (page) => {
    await signIn(page);
    await page.getByRole('switch').first().click();
    await expect(receipt(page)).not.toBeEmpty();
    const line = await receipt(page).boundingBox();
    expect(line?.height, 'one line').toBeLessThan(60);
  },
  'a form with something unsaved': async (page, id) => {
    await signIn(page, `/bot-users/${id}`);
    await nameField(page).fill('changed');
  },
  'the editor of a route with something unsaved': async (page, _id, route) => {
    await signIn(page, route);
    await addUnknownPolicies(page, 'ipp_focus');
  },
  'a plan': async (page) => {
    await signIn(page);
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Rename…', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add behind' }).fill('-old');
    await page.getByRole('button', { name: /^Plan / }).click();
    await expect(link(page, 'Back to bot users')).toBeVisible();
  },
  'the requests of a board': async (page) => {
    await signIn(page, '/routes');
    await inAccountMenu(page, 'Requests');
    await expect(page.getByRole('button', { name: /^Copy request/ }).first()).toBeAttached();
  },
};

for (const [where, open] of Object.entries(openings))
  test(
    `what has the focus is in sight in ${where}, however low the window`,
    { tag: '@full' },
    async ({ page, call, service }) => {
      const { path } = await demoScene(service, call);
      const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('focus') } });
      page.on('dialog', (dialog) => void dialog.accept());
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        await open(page, id, path);
        const lost: string[] = [];
        for (const key of ['Tab', 'Shift+Tab'])
          for (let press = 1; press <= 40; press++) {
            await page.keyboard.press(key);
            const text = await hiddenFocus(page);
            if (text !== undefined) lost.push(`${key} ${press}: ${text}`);
          }
        expect(lost, `${width} x ${height}`).toEqual([]);
      }
    },
  );
