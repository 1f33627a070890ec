import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, filterField, link, nameField, receipt, section } from './controls.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

test('bot users are created one after the other; one is renamed and switched off on its page', async ({
  page,
  call,
}) => {
  const [first, second] = [uniqueName('first'), uniqueName('second')];
  await signIn(page);
  await link(page, 'New bot user').click();
  await expect(page).toHaveURL('/bot-users/new');
  await expect(page).toHaveTitle(/^New bot user · /);
  await expect(nameField(page)).toBeFocused();
  await nameField(page).fill(first);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(receipt(page)).toContainText(`${first} created.`);
  await expect(nameField(page)).toHaveValue('');
  await expect(nameField(page)).toBeFocused();

  await nameField(page).fill(`  ${second}  `);
  await page.getByRole('switch', { name: 'Active' }).click();
  await button(page, 'Create bot user').dblclick();
  await expect(page).toHaveURL('/bot-users');
  await expect(receipt(page)).toContainText(`${second} created.`);
  await expect(receipt(page).getByRole('button', { name: 'Copy id' })).toBeVisible();
  await expect(page.getByRole('rowheader')).toContainText([second, first]);
  await expect(link(page, second)).toBeFocused();
  const { bot_users } = await call(botUserEndpoints.list, { query: { limit: '2' } });
  expect(bot_users).toMatchObject([
    { name: second, active: false },
    { name: first, active: true },
  ]);

  const [before, after] = [first, uniqueName('after')];
  const id = bot_users[1]?.id ?? '';
  await filterField(page).fill(before);
  await expect(page).toHaveURL(`/bot-users?q=${before}`);
  await link(page, before).click();
  await expect(page).toHaveURL(`/bot-users/${id}`);
  await expect(page).toHaveTitle(new RegExp(`^Edit ${before} · `));
  await expect(page.getByRole('heading', { level: 1, name: before })).toBeFocused();
  await link(page, 'Cancel').click();
  await expect(page).toHaveURL(`/bot-users?q=${before}`);
  await link(page, before).click();

  await nameField(page).fill(after);
  await page.getByRole('switch', { name: 'Active' }).click();
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');
  await expect(page.getByRole('heading', { level: 1, name: after })).toBeVisible();
  const stored = await call(botUserEndpoints.get, { params: { id } });
  expect(stored).toMatchObject({ name: after, active: false });
  await section(page, 'Bot users').click();
  await expect(page.getByRole('switch', { name: `Active: ${after}` })).not.toBeChecked();
});
