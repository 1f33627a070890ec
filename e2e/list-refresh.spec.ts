import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, selectionBar } from './controls.ts';
import { expect } from './fixtures.ts';
import {
  loadedAll,
  manyRowsTest,
  namesOnScreen,
  openLoaded,
  pagesAsked,
  rowAt,
  rowOf,
  scrollDown,
} from './many-rows.ts';
import { expectAnnounced } from './page-signs.ts';

manyRowsTest(
  'what is new is seen when it is asked for, and nothing else moves',
  async ({ page, faultProxy, call, rows }) => {
    const { create } = botUserEndpoints;
    await openLoaded(page, 10_000);
    const before = pagesAsked(faultProxy).length;
    await scrollDown(page, 0.5);
    await expect(rowAt(page, 5000)).toBeInViewport();
    await rowOf(page, rows[4995]?.name ?? '')
      .getByRole('checkbox')
      .check();

    const seen = await namesOnScreen(page);

    await call(create, { body: { name: 'made-elsewhere-1' } });
    await call(create, { body: { name: 'made-elsewhere-2' } });
    // Without going up to where the button is.
    await button(page, 'Refresh').dispatchEvent('click');
    await expectAnnounced(page, 'Read again: 2 new.');
    await expect(loadedAll(page, '10,002')).toBeAttached();
    expect(pagesAsked(faultProxy)).toHaveLength(before + 1);
    await expect.poll(() => namesOnScreen(page)).toEqual(seen);
    await expect(selectionBar(page).getByText('1 selected', { exact: true })).toBeVisible();

    expect(faultProxy.mostAtOnce(botUserEndpoints.list)).toBe(1);
    await scrollDown(page, 0);
    await expect(rowAt(page, 1)).toContainText('made-elsewhere-2');
  },
);
