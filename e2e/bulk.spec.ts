import type { Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, receipt, selectionBar } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
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
