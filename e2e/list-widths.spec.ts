import { expectNoSidewaysScroll } from './checks.ts';
import { button } from './controls.ts';
import { expect } from './fixtures.ts';
import { manyRowsTest } from './many-rows.ts';
import { openLoaded, rowAt, scrollDown, table } from './many-rows-page.ts';

manyRowsTest.use({ botUsers: 1000 });

manyRowsTest(
  'names keep their room and rows their place at every width',
  async ({ page, rows }) => {
    // Long, wide, out of order, and none at all.
    const names = [
      'x'.repeat(500),
      'wide '.repeat(90),
      '\u202etxt.exe',
      'a\u200b'.repeat(200),
      ' ',
    ];
    for (const [index, { id }] of rows.account.all().entries())
      if (index % 3 === 0)
        rows.account.update(id, { name: names[(index / 3) % names.length] ?? '' });
    await openLoaded(page, rows);

    const shareOfNames = () =>
      table(page)
        .getByRole('columnheader', { name: 'Name', exact: true })
        .evaluate(
          (header) =>
            header.getBoundingClientRect().width /
            (header.closest('table')?.getBoundingClientRect().width ?? 0),
        );
    await button(page, 'Activity').click();
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(shareOfNames).toBeGreaterThan(0.3);
    }
    await button(page, 'Activity').click();
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(shareOfNames).toBeGreaterThan(0.3);

    for (const width of [1100, 360]) {
      await page.setViewportSize({ width, height: 740 });
      // The rows get their new height a moment after the window has got its new width.
      await expect(async () => {
        await scrollDown(page, 0.5);
        await expect(rowAt(page, 501)).toBeInViewport({ timeout: 1_000 });
      }).toPass({ timeout: 20_000 });
      const heights = await table(page)
        .getByRole('row')
        .filter({ has: page.getByRole('switch') })
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      await expectNoSidewaysScroll(page);
    }
  },
);
