import type { Page } from 'playwright/test';
import { receipt } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';

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

test('what has the focus is in sight, however low the window', async ({ page }) => {
  await signIn(page);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.getByRole('switch').first().click();
    await expect(receipt(page)).not.toBeEmpty();
    const line = await receipt(page).boundingBox();
    expect(line?.height, 'one line').toBeLessThan(60);
    const lost: string[] = [];
    for (let tab = 1; tab <= 40; tab++) {
      await page.keyboard.press('Tab');
      const text = await hidden(page);
      if (text !== undefined) lost.push(`${tab}: ${text}`);
    }
    expect(lost, `${width} x ${height}`).toEqual([]);
  }
});
