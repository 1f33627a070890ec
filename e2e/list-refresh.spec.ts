import { button } from './controls.ts';
import { expect } from './fixtures.ts';
import { manyRowsTest } from './many-rows.ts';
import {
  loadedAll,
  namesOnScreen,
  openLoaded,
  pagesAsked,
  rowAt,
  rowOf,
  scrollDown,
} from './many-rows-page.ts';

manyRowsTest(
  'what others do is seen when it is asked for, and nothing else moves',
  async ({ page, rows }) => {
    await openLoaded(page, rows);
    const before = pagesAsked(rows).length;
    await scrollDown(page, 0.5);
    await expect(rowAt(page, 5000)).toBeInViewport();
    const [kept, renamed, gone] = rows.account.all().slice(4995, 4998);
    if (!kept || !renamed || !gone) throw new Error('Too few bot users');
    await rowOf(page, kept.name).getByRole('checkbox').check();
    await rowOf(page, gone.name).getByRole('checkbox').check();

    const seen = await namesOnScreen(page);

    rows.account.create({ name: 'made-elsewhere-1' });
    rows.account.create({ name: 'made-elsewhere-2' });
    rows.account.update(renamed.id, { name: 'renamed-elsewhere' });
    rows.account.remove(gone.id);
    // Without going up to where the button is.
    await button(page, 'Refresh').dispatchEvent('click');
    await expect(page.getByText('Read again: 2 new.')).toBeAttached();
    await expect(loadedAll(page, '10,002')).toBeAttached();
    expect(pagesAsked(rows)).toHaveLength(before + 1);
    expect(await namesOnScreen(page)).toEqual(seen);
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();

    await button(page, 'Check all again').dispatchEvent('click');
    await expect(page.getByRole('progressbar', { name: 'Checking bot users' })).toBeVisible();
    await expect(
      page.getByText('Checked: 1 changed, 1 gone. 1 selected bot user no longer exists.'),
    ).toBeAttached({ timeout: 60_000 });
    await expect(loadedAll(page, '10,001')).toBeAttached();
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    expect(pagesAsked(rows)).toHaveLength(before + 1 + 101);
    expect(await namesOnScreen(page)).toContain('renamed-elsewhere');
    expect(rows.mostAtOnce).toBe(1);
    await scrollDown(page, 0);
    await expect(rowAt(page, 1)).toContainText('made-elsewhere-2');
  },
);
