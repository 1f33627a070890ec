import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { addUnknownPolicies, button } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

const TOUCH = 44;
const POINTER = 24;

/** What is smaller than that can be hit; links inside a sentence or a heading are text (WCAG 2.5.8). */
async function expectTargets(page: Page, least: number) {
  const small = await page.evaluate((pixels) => {
    const controls =
      'button, a[href], input, textarea, select, summary, [role^=menuitem], [role=option]';
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...top.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      if (control.matches('a[href]') && control.closest('p, li, h1, th, td')) return [];
      // The label of a box or a switch is a part of what can be pressed.
      const isBox = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
      const labels = isBox ? [...(control.labels ?? [])] : [];
      const boxes = [control, ...labels].map((part) => part.getBoundingClientRect());
      const width =
        Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const height = Math.max(...boxes.map((box) => box.height));
      // The skip link, before it has the focus.
      if (boxes.some((box) => box.width === 0 || box.bottom < 0)) return [];
      // Half a pixel less is how browsers round.
      if (Math.min(width, height) > pixels - 0.6) return [];
      return [`${control.outerHTML.slice(0, 120)}: ${width} × ${height}`];
    });
  }, least);
  expect(small, `smaller than ${least} px on ${page.url()}`).toEqual([]);
}

for (const [what, least, options] of [
  ['a finger', TOUCH, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }],
  ['a pointer', POINTER, {}],
] as const)
  test.describe(`for ${what}`, () => {
    test.use(options);

    test(`the controls of forms, menus and dialogs are at least ${least} px in each direction`, async ({
      page,
      call,
    }) => {
      const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('touch') } });
      await signIn(page, `/bot-users/${id}`);
      await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
      await expectTargets(page, least);
      await button(page, 'Delete…').click();
      await expectTargets(page, least);
      await button(page, 'Cancel').click();
      await button(page, 'Account menu').click();
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
      await expectTargets(page, least);
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectTargets(page, least);
      await page.keyboard.press('Escape');
      await button(page, 'Account menu').click();
      await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
      await expect(button(page, 'Clear data on this device…')).toBeVisible();
      await expectTargets(page, least);
      await button(page, 'Clear data on this device…').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectTargets(page, least);
      await button(page, 'Cancel').click();
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
