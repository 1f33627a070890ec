import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { receipt } from './controls.ts';
import { expect, freshTest, signIn, test, uniqueName } from './fixtures.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const createButton = (page: Page) =>
  page.getByRole('button', { name: 'Create bot user', exact: true });
/** The box of a failed request, above the buttons. */
const formAlert = (page: Page) => page.getByRole('form').getByRole('alert');
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });

test('a new bot user stands first in the table, with the focus on it', async ({ page, call }) => {
  const name = uniqueName('new');
  await signIn(page);
  await page.getByRole('link', { name: 'New bot user' }).click();
  await expect(page).toHaveURL('/bot-users/new');
  await expect(page).toHaveTitle(/^New bot user · /);
  await expect(nameField(page)).toBeFocused();
  await nameField(page).fill(`  ${name}  `);
  await page.getByRole('switch', { name: 'Active' }).click();
  await createButton(page).click();

  await expect(page).toHaveURL('/bot-users');
  await expect(receipt(page)).toContainText(`${name} created.`);
  await expect(page.getByRole('rowheader').first()).toHaveText(name);
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
  const { bot_users } = await call(botUserEndpoints.list, { query: { limit: '1' } });
  expect(bot_users[0]).toMatchObject({ name, active: false });
});

test('one bot user after the other can be created', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  const names = [uniqueName('first'), uniqueName('second')];
  const another = page.getByRole('button', { name: 'Create and add another', exact: true });
  for (const [index, name] of names.entries()) {
    await nameField(page).fill(name);
    if (index === 0) await another.click();
    else await page.keyboard.press('Control+Shift+Enter');
    await expect(receipt(page)).toContainText(`${name} created.`);
    await expect(nameField(page)).toHaveValue('');
    await expect(nameField(page)).toBeFocused();
  }
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bot users' })
    .click();
  for (const name of names)
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
});

test('two presses create one bot user', async ({ page, call }) => {
  const name = uniqueName('pressed-twice');
  await signIn(page, '/bot-users/new');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await nameField(page).fill(name);
  await createButton(page).dblclick();
  await expect(page.getByRole('rowheader', { name, exact: true })).toHaveCount(1);
  expect(sent).toHaveLength(1);
  const { bot_users } = await call(botUserEndpoints.list, {});
  expect(bot_users.filter((bot) => bot.name === name)).toHaveLength(1);
});

test('a name that cannot be right is explained at the field', async ({ page }) => {
  await signIn(page, '/bot-users/new');
  await createButton(page).click();
  await expect(page).toHaveTitle(/^Error: New bot user · /);
  await expect(nameField(page)).toHaveAccessibleDescription(/Enter a name/);
  await expect(nameField(page)).toBeFocused();
  await expect(formAlert(page)).toHaveCount(0);

  // Once a field has an error, it is checked again at each change.
  await nameField(page).fill('x'.repeat(256));
  await expect(nameField(page)).toHaveAccessibleDescription(/Name must be 255 characters or fewer/);
  await nameField(page).fill('x'.repeat(255));
  await expect(nameField(page)).not.toHaveAccessibleDescription(/Name must be/);
});

test('a taken name is refused by the service and stays in the field', async ({
  page,
  call,
  problems,
}) => {
  problems.allow(409);
  const name = uniqueName('taken');
  await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, '/bot-users/new');
  await nameField(page).fill(name);
  await createButton(page).click();
  await expect(nameField(page)).toHaveAccessibleDescription(
    /Name is already used by another bot user/,
  );
  await expect(nameField(page)).toHaveValue(name);
});

freshTest(
  'a form that could not be sent keeps what was typed',
  async ({ page, call, problems, service }) => {
    problems.allow('no answer');
    const name = uniqueName('kept');
    const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('before') } });
    await signIn(page, `/bot-users/${id}`);
    await nameField(page).fill(name);
    // Without the service the code of notifications could not come any more.
    await expect(receipt(page)).toBeAttached();
    await service.stop();
    await saveButton(page).click();
    await expect(formAlert(page)).toContainText('We do not know if this was saved.');
    await expect(nameField(page)).toHaveValue(name);

    await service.start();
    await saveButton(page).click();
    await expect(receipt(page)).toContainText('Saved.');
    expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(name);
  },
);

freshTest(
  'a bot user is not created a second time when the answer was lost',
  async ({ page, problems, service }) => {
    problems.allow('no answer');
    const name = uniqueName('lost');
    await signIn(page, '/bot-users/new');
    await nameField(page).fill(name);
    // The last part of the app's code comes after the page.
    await expect(receipt(page)).toBeAttached();
    await service.stop();
    await createButton(page).click();
    await expect(page.getByText(`We cannot tell whether ${name} was created.`)).toBeVisible();

    await service.start();
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('It was not found.')).toBeVisible();
    await page.getByRole('button', { name: 'Create again' }).click();
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
  },
);

test('a bot user is renamed and switched off on its page', async ({ page, call }) => {
  const before = uniqueName('before');
  const after = uniqueName('after');
  const { id } = await call(botUserEndpoints.create, { body: { name: before } });
  await signIn(page);
  await page.getByRole('link', { name: before, exact: true }).click();
  await expect(page).toHaveURL(`/bot-users/${id}`);
  await expect(page).toHaveTitle(new RegExp(`^Edit ${before} · `));
  await expect(page.getByRole('heading', { level: 1, name: before })).toBeFocused();

  await saveButton(page).click();
  await expect(page.getByText('Nothing to save.')).toBeVisible();
  await nameField(page).fill(after);
  await page.getByRole('switch', { name: 'Active' }).click();
  await saveButton(page).click();
  await expect(receipt(page)).toContainText('Saved.');
  await expect(page.getByRole('heading', { level: 1, name: after })).toBeVisible();
  const stored = await call(botUserEndpoints.get, { params: { id } });
  expect(stored).toMatchObject({ name: after, active: false });

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bot users' })
    .click();
  await expect(page.getByRole('switch', { name: `Active: ${after}` })).not.toBeChecked();
});

test('leaving with unsaved changes asks first', async ({ page, call }) => {
  const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('unsaved') } });
  await signIn(page, `/bot-users/${id}`);
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  const leave = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Routes' }).click();

  await nameField(page).fill('half-typed');
  await leave();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(`/bot-users/${id}`);
  await expect(nameField(page)).toHaveValue('half-typed');

  await leave();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL('/routes');
});

test('a bot user is deleted from its page, once also by a double press', async ({ page, call }) => {
  const name = uniqueName('delete');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  let deletions = 0;
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions++;
  });
  await signIn(page, `/bot-users/${id}`);
  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: `Delete ${name}?` })
    .getByRole('button', { name: 'Delete bot user', exact: true })
    .dblclick();
  await expect(page).toHaveURL('/bot-users');
  await expect(receipt(page)).toContainText(`${name} deleted.`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name, exact: true })).toBeHidden();
  expect(deletions).toBe(1);
});

test('saving a bot user that was deleted elsewhere says so', async ({ page, call, problems }) => {
  problems.allow(404);
  const name = uniqueName('deleted-elsewhere');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users/${id}`);
  await nameField(page).fill('too-late');
  await call(botUserEndpoints.remove, { params: { id } });
  await saveButton(page).click();
  await expect(page.getByText(`${name} no longer exists`)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back to bot users' }).click();
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
});

test('a creation whose answer was lost is found by looking', async ({ page, problems }) => {
  problems.allow('no answer');
  const name = uniqueName('found');
  await signIn(page, '/bot-users/new');
  let writes = 0;
  await page.route('**/api/bot_users', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    writes++;
    await route.fetch();
    return route.abort();
  });
  await nameField(page).fill(name);
  await createButton(page).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('It was created.')).toBeVisible();
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(writes).toBe(1);
});

test('a change by someone else is shown before it is overwritten', async ({ page, call }) => {
  const name = uniqueName('conflict');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await page.clock.install();
  await signIn(page, `/bot-users/${id}`);
  await expect(nameField(page)).toHaveValue(name);
  await call(botUserEndpoints.update, { params: { id }, body: { name: `${name}-theirs` } });
  await page.clock.runFor(61_000);
  await nameField(page).fill(`${name}-mine`);
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  const conflict = page.getByRole('alertdialog', {
    name: 'This bot user changed while you were editing',
  });
  await expect(conflict).toContainText(`${name}-theirs, active`);
  await conflict.getByRole('button', { name: 'Keep editing', exact: true }).click();
  await expect(nameField(page)).toHaveValue(`${name}-mine`);
  expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(`${name}-theirs`);

  await page.clock.runFor(61_000);
  await call(botUserEndpoints.update, { params: { id }, body: { name: `${name}-again` } });
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  await conflict.getByRole('button', { name: 'Use theirs', exact: true }).click();
  await expect(nameField(page)).toHaveValue(`${name}-again`);
});

test('what is typed while a save is awaited is kept, and is the next change', async ({
  page,
  call,
}) => {
  const name = uniqueName('slow');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users/${id}`);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/bot_users/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await answered;
    await route.fallback();
  });
  await nameField(page).fill(`${name}-first`);
  await nameField(page).press('Enter');
  await nameField(page).pressSequentially(' and more');
  answer();
  await expect(receipt(page)).toContainText('Saved.');
  await expect(nameField(page)).toHaveValue(`${name}-first and more`);
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  expect((await call(botUserEndpoints.get, { params: { id } })).name).toBe(`${name}-first`);
});

test('Cancel leads back to the list as it was filtered', async ({ page, call }) => {
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('cancel') } });
  await signIn(page, `/bot-users?q=${name}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL(`/bot-users?q=${name}`);
});
