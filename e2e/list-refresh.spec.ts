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
  'what others do is seen when it is asked for, and nothing else moves',
  async ({ page, faultProxy, call, rows }) => {
    const { create, update, remove } = botUserEndpoints;
    await openLoaded(page, 10_000);
    const before = pagesAsked(faultProxy).length;
    await scrollDown(page, 0.5);
    await expect(rowAt(page, 5000)).toBeInViewport();
    const [kept, renamed, gone] = rows.slice(4995, 4998);
    if (!kept || !renamed || !gone) throw new Error('Too few bot users');
    await rowOf(page, kept.name).getByRole('checkbox').check();
    await rowOf(page, gone.name).getByRole('checkbox').check();

    const seen = await namesOnScreen(page);

    await call(create, { body: { name: 'made-elsewhere-1' } });
    await call(create, { body: { name: 'made-elsewhere-2' } });
    await call(update, { params: { id: renamed.id }, body: { name: 'renamed-elsewhere' } });
    await call(remove, { params: { id: gone.id } });
    // Without going up to where the button is.
    await button(page, 'Refresh').dispatchEvent('click');
    await expectAnnounced(page, 'Read again: 2 new.');
    await expect(loadedAll(page, '10,002')).toBeAttached();
    expect(pagesAsked(faultProxy)).toHaveLength(before + 1);
    expect(await namesOnScreen(page)).toEqual(seen);
    await expect(selectionBar(page).getByText('2 selected', { exact: true })).toBeVisible();

    await button(page, 'More').dispatchEvent('click');
    await page.getByRole('menuitem', { name: 'Check all again' }).dispatchEvent('click');
    await expect(page.getByRole('progressbar', { name: 'Checking bot users' })).toBeVisible();
    await expectAnnounced(
      page,
      'Checked: 1 changed, 1 gone. 1 selected bot user no longer exists.',
    );
    await expect(loadedAll(page, '10,001')).toBeAttached();
    await expect(selectionBar(page).getByText('1 selected', { exact: true })).toBeVisible();
    expect(pagesAsked(faultProxy)).toHaveLength(before + 1 + 101);
    expect(await namesOnScreen(page)).toContain('renamed-elsewhere');
    expect(faultProxy.mostAtOnce(botUserEndpoints.list)).toBe(1);
    await scrollDown(page, 0);
    await expect(rowAt(page, 1)).toContainText('made-elsewhere-2');
  },
);
