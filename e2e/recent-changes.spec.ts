import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  applyReview,
  button,
  filterField,
  nameField,
  receipt,
  section,
  switchOf,
} from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Recent changes', exact: true });

async function openChanges(page: Page) {
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Recent changes', exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

async function closeChanges(page: Page) {
  await panel(page).getByRole('button', { name: 'Close panel' }).click();
  await expect(panel(page)).toBeHidden();
}

const undoIn = (page: Page, text: string) =>
  panel(page).getByRole('button', { name: `Undo ${text}`, exact: true });

test('a switch is undone from the list after other pages', async ({ page, call }) => {
  const name = uniqueName('listed');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  const active = async () => (await call(botUserEndpoints.get, { params: { id } })).active;
  await signIn(page);
  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  await openChanges(page);
  await expect(undoIn(page, `${name} is now inactive`)).toBeVisible();
  await closeChanges(page);

  await section(page, 'Routes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  await expect(receipt(page)).toBeEmpty();
  await openChanges(page);
  await undoIn(page, `${name} is now inactive`).click();
  await expect(receipt(page)).toContainText(`${name} is now active.`);
  expect(await active()).toBe(true);
  await openChanges(page);
  const first = panel(page).getByRole('listitem').first();
  await expect(first).toContainText(`${name} is now active`);
  await expect(panel(page).getByRole('listitem').nth(1)).toContainText('Undone');
  await closeChanges(page);
  await expect(button(page, 'Account menu')).toBeFocused();
});

test('a new name is undone by its receipt', async ({ page, call }) => {
  const name = uniqueName('named');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users/${id}`);
  await nameField(page).fill(`${name}-2`);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(receipt(page)).toContainText(`Renamed from ${name}-2 to ${name}.`);
  await expect(nameField(page)).toHaveValue(name);
  expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(name);
});

test('what was created is deleted by Undo after asking, and that has no Undo', async ({
  page,
  problems,
  call,
}) => {
  problems.allow(404);
  const name = uniqueName('made');
  await signIn(page, '/bot-users/new');
  await nameField(page).fill(name);
  await button(page, 'Create bot user').click();
  await expect(receipt(page)).toContainText(`${name} created.`);
  await expect(page).toHaveURL('/bot-users');
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?`, exact: true });
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete bot user', exact: true }).click();
  await expect(receipt(page)).toContainText(`${name} deleted.`);
  await expect(switchOf(page, name)).toBeHidden();
  const { bot_users } = await call(botUserEndpoints.list, { query: { limit: '100' } });
  expect(bot_users.some((bot) => bot.name === name)).toBe(false);

  await openChanges(page);
  const [deleted, created] = [0, 1].map((at) => panel(page).getByRole('listitem').nth(at));
  await expect(deleted ?? panel(page)).toContainText('A deletion cannot be undone.');
  await expect(created ?? panel(page)).toContainText('Undone');
});

test('"Set inactive instead" of a deletion keeps the way back', async ({ page, call }) => {
  const name = uniqueName('instead');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?`, exact: true });
  await expect(dialog).toContainText('This cannot be undone.');
  await dialog.getByRole('button', { name: 'Set inactive instead', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  await expect(switchOf(page, name)).not.toBeChecked();
  expect((await call(botUserEndpoints.get, { params: { id } })).active).toBe(false);

  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Set inactive instead' })).toBeHidden();
});

test('Undo says what somebody else has done, and does not go over it', async ({ page, call }) => {
  const name = uniqueName('others');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users/${id}`);
  await nameField(page).fill(`${name}-2`);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await call(botUserEndpoints.update, { params: { id }, body: { name: `${name}-3` } });
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: `${name}-2 was changed since` });
  await expect(dialog).toContainText(`It is now named ${name}-3 and active.`);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(`${name}-3`);
});

test('Ctrl+Z goes back one change after the other, and F6 to the receipt', async ({
  page,
  call,
}) => {
  const names = [uniqueName('first'), uniqueName('second')] as const;
  for (const name of names) await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  // The code of the keys comes after the rows, with that of the panel; a press before that is lost.
  await openChanges(page);
  await closeChanges(page);
  for (const name of names) {
    await switchOf(page, name).uncheck();
    await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  }
  await page.keyboard.press('F6');
  await expect(receipt(page).getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(switchOf(page, names[1])).toBeFocused();

  await filterField(page).focus();
  await page.keyboard.press('Control+z');
  await expect(receipt(page)).toContainText(`${names[1]} is now inactive.`);
  await switchOf(page, names[1]).focus();
  for (const name of names.toReversed()) {
    await page.keyboard.press('Control+z');
    await expect(receipt(page)).toContainText(`${name} is now active.`);
    await expect(switchOf(page, name)).toBeChecked();
  }
});

test('the list outlives a reload, and a sign-out only where that is wanted', async ({
  page,
  call,
}) => {
  const name = uniqueName('kept');
  await call(botUserEndpoints.create, { body: { name } });
  const keep = panel(page).getByRole('checkbox', { name: 'Keep after signing out', exact: true });
  const signOut = async () => {
    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL('/sign-in');
  };
  await signIn(page);
  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  await openChanges(page);
  await expect(undoIn(page, `${name} is now inactive`)).toBeVisible();
  await keep.check();
  await closeChanges(page);
  await signOut();
  await signIn(page);
  await openChanges(page);
  await expect(undoIn(page, `${name} is now inactive`)).toBeVisible();
  await keep.uncheck();
  await closeChanges(page);
  await signOut();
  await signIn(page);
  await openChanges(page);
  await expect(panel(page)).toContainText('Nothing was changed here yet.');
});

routeTest('a removed module is put back from the list', async ({ page, problems, scene }) => {
  problems.allow(404);
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await button(page, 'Remove IP restriction…').click();
  await button(page, 'Remove').click();
  await expect(receipt(page)).toContainText('IP restriction removed from');
  expect(await scene.stored()).toBeNull();
  await section(page, 'Bot users').click();
  await expect(page).toHaveURL('/bot-users');
  await openChanges(page);
  await undoIn(page, `IP restriction removed from ${scene.route.label}`).click();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: policies });
});
