import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  button,
  inAccountMenu,
  nameField,
  receipt,
  section,
  submitKey,
  switchOf,
} from './controls.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Recent changes', exact: true });
const lines = (page: Page) => panel(page).getByRole('listitem');

async function openChanges(page: Page) {
  await inAccountMenu(page, 'Recent changes');
  await expect(panel(page)).toBeVisible();
}

async function closeChanges(page: Page) {
  await panel(page).getByRole('button', { name: 'Close panel' }).click();
  await expect(panel(page)).toBeHidden();
}

const undoIn = (page: Page, text: string) =>
  panel(page).getByRole('button', { name: `Undo ${text}`, exact: true });

test('changes are undone from the list after other pages, a creation after asking, and kept where that is wanted', async ({
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
  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);

  await section(page, 'Routes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  await receipt(page).getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(receipt(page)).toBeEmpty();
  // Where text is typed, the key undoes the typing alone.
  await page.getByRole('searchbox').first().press('Control+z');
  await openChanges(page);
  await undoIn(page, `${name} is now inactive`).click();
  await expect(receipt(page)).toContainText(`${name} is now active.`);
  await openChanges(page);
  await expect(lines(page).first()).toContainText(`${name} is now active`);
  await expect(lines(page).nth(1)).toContainText('Undone');

  await undoIn(page, `${name} created`).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?`, exact: true });
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete bot user', exact: true }).click();
  await expect(receipt(page)).toContainText(`${name} deleted.`);
  const { bot_users } = await call(botUserEndpoints.list, { query: { limit: '100' } });
  expect(bot_users.some((bot) => bot.name === name)).toBe(false);
  await openChanges(page);
  await expect(lines(page).first()).toContainText('A deletion cannot be undone.');
  await closeChanges(page);
  await expect(button(page, 'Account menu')).toBeFocused();

  // Undo does not go over what somebody else has done.
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await goTo(page, `/bot-users/${id}`);
  await nameField(page).fill(`${name}-2`);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await call(botUserEndpoints.update, { params: { id }, body: { name: `${name}-3` } });
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  const changed = page.getByRole('alertdialog', { name: `${name}-2 was changed since` });
  await expect(changed).toContainText(`It is now named ${name}-3 and active.`);
  await changed.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(`${name}-3`);
  await call(botUserEndpoints.update, { params: { id }, body: { name } });

  await openChanges(page);
  await panel(page).getByRole('checkbox', { name: 'Keep after signing out', exact: true }).check();
  await closeChanges(page);
  await inAccountMenu(page, 'Sign out');
  await submitKey(page, apiKey);
  await openChanges(page);
  await undoIn(page, `Renamed from ${name} to ${name}-2`).click();
  await expect(receipt(page)).toContainText(`Renamed from ${name}-2 to ${name}.`);
});
