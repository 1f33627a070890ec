import type { Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { button, inMore, planLines, receipt, selectionBar } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { journalOf } from './key-search.ts';
import { rowAt } from './many-rows.ts';

const press = (page: Page, action: string) =>
  selectionBar(page).getByRole('button', { name: action, exact: true }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** By ids: `gone`, or the name with whether it is active. */
const states = (call: Call, ids: string[]) =>
  Promise.all(
    ids.map((id) =>
      call(botUserEndpoints.get, { params: { id } }).then(
        ({ active }) => (active ? 'active' : 'inactive'),
        (error: unknown) => failureOf(error)?.kind === 'status' && 'gone',
      ),
    ),
  );

/** Some new bot users that are selected in the list, which shows no others; the last one made comes first. */
async function select(page: Page, call: Call, count: number) {
  const group = uniqueName('bulk');
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { id } = await call(botUserEndpoints.create, { body: { name: `${group}-${at}` } });
    ids.unshift(id);
  }
  await signIn(page, `/bot-users?q=${group}`);
  await expect(page.getByRole('rowheader')).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  return { group, ids };
}

test('a few are switched at once and put back, renamed by a plan, and deleted after one question', async ({
  page,
  call,
}) => {
  const { group, ids } = await select(page, call, 4);
  await call(botUserEndpoints.update, { params: { id: ids[1] ?? '' }, body: { active: false } });
  await button(page, 'Refresh').click();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(1);
  await press(page, 'Set inactive');
  await expect(receipt(page)).toContainText('3 set inactive. 1 already inactive.');
  expect(await states(call, ids)).toEqual(Array(4).fill('inactive'));
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(receipt(page)).toContainText('3 put back.');
  // On paper it would cover what is below it, on every sheet.
  await page.emulateMedia({ media: 'print' });
  await expect(receipt(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  expect(await states(call, ids)).toEqual(['active', 'inactive', 'active', 'active']);
  await expect(selectionBar(page)).toBeHidden();

  await rowAt(page, 1).getByRole('checkbox').check();
  await rowAt(page, 3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await press(page, 'Rename…');
  await page.getByRole('textbox', { name: 'Add in front', exact: true }).fill('old-');
  await expect(page.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveCount(3);
  await button(page, 'Plan 3 renames').click();
  await expect(heading(page)).toHaveText('Plan: rename 3 bot users');
  await page.getByRole('checkbox', { name: `Include ${group}-3`, exact: true }).uncheck();
  await button(page, 'Apply 2 changes').click();
  await expect(receipt(page)).toContainText('2 renamed.');
  const names = [`${group}-3`, `old-${group}-2`, `old-${group}-1`, `${group}-0`];
  await expect(page.getByRole('rowheader')).toHaveText(names);

  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await press(page, 'Delete…');
  const question = page.getByRole('alertdialog', { name: 'Delete 4 bot users?', exact: true });
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await expect(question.getByRole('listitem').nth(2)).toContainText(`old-${group}-1`);
  expect(await states(call, ids)).not.toContain('gone');
  await question.getByRole('button', { name: 'Delete 4 bot users', exact: true }).click();
  await expect(receipt(page)).toContainText('4 deleted.');
  expect(await states(call, ids)).toEqual(Array(4).fill('gone'));
  await expect(receipt(page).getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
});

test('many are deleted by a plan, without the one that was left out before a reload', async ({
  page,
  call,
}) => {
  const { group, ids } = await select(page, call, 22);
  await press(page, 'Delete…');
  await expect(heading(page)).toHaveText('Plan: delete 22 bot users');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText('44 requests')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill(`${group}-7`);
  await expect(planLines(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: `Include ${group}-7`, exact: true }).uncheck();
  await expect(page.getByText('1 of 22 lines shown. 1 left out.')).toBeVisible();

  await expect.poll(() => journalOf(page)).toContain('delete 21 bot users');
  await signIn(page, '/plan');
  await expect(heading(page)).toHaveText('Plan: delete 21 bot users');
  await button(page, 'Delete 21 bot users').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 21 bot users?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Set inactive instead' })).toBeVisible();
  expect(await states(call, ids)).not.toContain('gone');
  await dialog.getByRole('button', { name: 'Delete 21 bot users' }).click();
  const left = ids.map((_, at) => (at === 14 ? 'active' : 'gone'));
  await expect.poll(() => states(call, ids)).toEqual(left);
});

test('a pasted list is found and switched', async ({ page, call }) => {
  for (const name of ['bulk twin', 'Bulk Twin'])
    await call(botUserEndpoints.create, { body: { name } });
  const dialog = page.getByRole('dialog', { name: 'Select from a list', exact: true });
  const newest = await call(botUserEndpoints.list, {});
  const older = await call(botUserEndpoints.list, {
    query: nextPageQuery(newest.next_page_uri) ?? '',
  });
  const [near, next] = newest.bot_users.filter(({ active }) => active);
  const far = older.bot_users.at(-1);
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn(page);
  await button(page, 'Export 100 shown').click();
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = `"${near?.id}", ${next?.name}\r\n${far?.uri}\nBULK TWIN\nnobody at all`;
  await button(page, 'Load all').click();
  await expect(button(page, 'Load more')).toBeHidden();
  await inMore(page, 'Select from a list…');
  await dialog.getByRole('textbox', { name: 'Ids or names', exact: true }).fill(list);
  await dialog.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(dialog.getByText('3 matched, 1 unknown, 1 ambiguous')).toBeVisible();
  await dialog.getByRole('button', { name: 'Select 3', exact: true }).click();
  await expect(selectionBar(page)).toContainText('3 selected');
  await press(page, 'Set inactive');
  await expect(receipt(page)).toContainText(' set inactive.');
  const ids = [near?.id, next?.id, far?.id].map((id = '') => id);
  expect(await states(call, ids)).toEqual(Array(3).fill('inactive'));
});
