import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { addUnknownPolicies, nameField, receipt } from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

/** What has the focus and cannot be seen: outside of the window, or covered at its middle. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const control = document.activeElement;
    if (control === null || control === document.body) return undefined;
    // A box or switch that is drawn by its label has no size of its own.
    const box = control.getBoundingClientRect();
    const [x, y] = [
      box.x + Math.min(box.width, innerWidth) / 2,
      box.y + Math.min(box.height, 20) / 2,
    ];
    const top = document.elementFromPoint(x, y);
    const isSeen = top !== null && (control.contains(top) || top.contains(control));
    const name = control.getAttribute('aria-label') ?? control.textContent;
    return isSeen
      ? undefined
      : `${name.trim()} at ${Math.round(y)}, under ${top?.outerHTML.slice(0, 60)}`;
  });

// 2.4.11: 320 x 256 is a window of 1280 x 1024 at 400 %.
const WINDOWS = [
  [320, 256],
  [640, 360],
  [1280, 720],
] as const;

/** Presses Tab so often, and tells where the focus could not be seen. */
async function expectFocusInSight(page: Page, presses: number) {
  const lost: string[] = [];
  for (let tab = 1; tab <= presses; tab++) {
    await page.keyboard.press('Tab');
    const text = await hidden(page);
    if (text !== undefined) lost.push(`${tab}: ${text}`);
  }
  expect(lost, `${page.url()} in ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}

test('what has the focus is in sight in the list, however low the window', async ({ page }) => {
  await signIn(page);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.getByRole('switch').first().click();
    await expect(receipt(page)).not.toBeEmpty();
    const line = await receipt(page).boundingBox();
    expect(line?.height, 'one line').toBeLessThan(60);
    await expectFocusInSight(page, 40);
  }
});

test('and in a form and the editor of a route, with something unsaved', async ({
  page,
  call,
  service,
}) => {
  const { path } = await demoScene(service, call);
  const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('focus') } });
  for (const [address, change] of [
    [`/bot-users/${id}`, () => nameField(page).fill('changed')],
    [path, () => addUnknownPolicies(page, 'ipp_focus')],
  ] as const) {
    await signIn(page, address);
    await change();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await expectFocusInSight(page, 30);
    }
    page.once('dialog', (dialog) => void dialog.accept());
  }
});
