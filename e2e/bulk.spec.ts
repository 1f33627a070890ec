import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll } from './checks.ts';
import { button, filterField, inMore, receipt } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
import { manyRowsTest, rowAt } from './many-rows.ts';

manyRowsTest.use({ botUsers: 300 });

const bar = (page: Page) => page.getByRole('group', { name: 'Bulk actions', exact: true });
const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Select from a list', exact: true });
const box = (page: Page, place: number) => rowAt(page, place).getByRole('checkbox');
const switchAt = (page: Page, place: number) => rowAt(page, place).getByRole('switch');

async function findInList(page: Page, text: string) {
  await inMore(page, 'Select from a list…');
  await dialog(page).getByRole('textbox', { name: 'Ids or names', exact: true }).fill(text);
  await dialog(page).getByRole('button', { name: 'Find', exact: true }).click();
}

manyRowsTest(
  'a few bot users are switched at once, and all of them back with one press',
  async ({ page, call, rows }) => {
    const first = rows.slice(0, 5);
    for (const [at, { id }] of first.entries())
      await call(botUserEndpoints.update, { params: { id }, body: { active: at !== 1 } });
    const states = () =>
      Promise.all(
        first.map(async ({ id }) => (await call(botUserEndpoints.get, { params: { id } })).active),
      );
    await signIn(page);
    await box(page, 1).check();
    await box(page, 5).click({ modifiers: ['Shift'] });
    await bar(page).getByRole('button', { name: 'Set inactive', exact: true }).click();
    await expect(switchAt(page, 5)).not.toBeChecked();
    await expect(receipt(page)).toContainText('4 set inactive. 1 already inactive.');
    expect(await states()).toEqual(Array(5).fill(false));
    await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(receipt(page)).toContainText('4 put back.');
    expect(await states()).toEqual([true, false, true, true, true]);
    await expect(switchAt(page, 2)).not.toBeChecked();
    await expect(bar(page)).toBeHidden();
  },
);

manyRowsTest(
  'a pasted list is found, all of it after Load all, and switched',
  async ({ page, call, rows }) => {
    for (const name of ['bulk twin', 'Bulk Twin'])
      await call(botUserEndpoints.create, { body: { name } });
    const [near, far] = [rows[10], rows[290]];
    await signIn(page);
    const list = `"${near?.id}", ${rows[11]?.name}\r\n${far?.uri}\nBULK TWIN\nnobody at all`;
    await findInList(page, list);
    await expect(
      dialog(page).getByText('2 matched, 1 not loaded, 1 unknown, 1 ambiguous', { exact: true }),
    ).toBeVisible();
    await expectNoAxeFindings(page);
    await page.keyboard.press('Escape');
    await button(page, 'Load all').click();
    await expect(button(page, 'Load more')).toBeHidden();
    await findInList(page, list);
    await expect(
      dialog(page).getByText('3 matched, 1 unknown, 1 ambiguous', { exact: true }),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Select 3', exact: true }).click();
    await expect(bar(page)).toContainText('3 selected');

    await bar(page).getByRole('button', { name: 'Set inactive', exact: true }).click();
    await expect(receipt(page)).toContainText(' set inactive.');
    const id = far?.id ?? '';
    expect((await call(botUserEndpoints.get, { params: { id } })).active).toBe(false);
  },
);

manyRowsTest('bulk acts can be read and reached on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await box(page, 1).check();
  await filterField(page).fill('nothing like it, or grafana');
  await expect(bar(page)).toContainText('1 selected, 1 not shown');
  await filterField(page).fill('');
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Rename…', exact: true }).click();
  await page.getByRole('textbox', { name: 'Add in front', exact: true }).fill('old-');
  await expect(button(page, 'Plan 1 rename')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await button(page, 'Clear selection').click();
  await findInList(page, 'a\nb');
  await expect(dialog(page).getByText('0 matched, 2 unknown', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
});

manyRowsTest(
  'a rename and a list of new names are planned, then applied',
  async ({ page, call, rows }) => {
    const [first, second] = rows;
    const nameOf = async (id = '') => (await call(botUserEndpoints.get, { params: { id } })).name;
    await signIn(page);
    await box(page, 1).check();
    await box(page, 2).check();
    await bar(page).getByRole('button', { name: 'Rename…', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add in front', exact: true }).fill('old-');
    await expect(page.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveCount(2);
    await button(page, 'Plan 2 renames').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan: rename 2 bot users');
    expect(await nameOf(first?.id)).toBe(first?.name);
    await button(page, 'Apply 2 changes').click();
    await expect(receipt(page)).toContainText('2 renamed.');
    expect(await nameOf(second?.id)).toBe(`old-${second?.name}`);

    await button(page, 'Load all').click();
    await findInList(page, 'planned one\nplanned two');
    await dialog(page).getByRole('button', { name: 'Plan to create 2', exact: true }).click();
    await button(page, 'Apply 2 changes').click();
    await expect(page.getByRole('rowheader', { name: 'planned two', exact: true })).toBeVisible();
  },
);

manyRowsTest(
  'a few are deleted after one question that names them, and the list says so once',
  async ({ page, call, rows }) => {
    const ids = rows.slice(0, 3).map(({ id }) => id);
    const areThere = async () => {
      const { bot_users } = await call(botUserEndpoints.list, { query: '' });
      return ids.filter((id) => bot_users.some((bot) => bot.id === id)).length;
    };
    await signIn(page);
    await box(page, 1).check();
    await box(page, 3).click({ modifiers: ['Shift'] });
    await bar(page).getByRole('button', { name: 'Delete…', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 3 bot users?', exact: true });
    await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
    await expect(question.getByRole('listitem').nth(2)).toContainText(rows[2]?.name ?? '');
    await expectNoAxeFindings(page);
    expect(await areThere()).toBe(3);
    await question.getByRole('button', { name: 'Delete 3 bot users', exact: true }).click();
    await expect.poll(areThere).toBe(0);
    await expect(bar(page)).toBeHidden();
    await expect(receipt(page)).toContainText('3 deleted.');
    await expect(receipt(page).getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
  },
);
