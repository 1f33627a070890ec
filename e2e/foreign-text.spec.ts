import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { button, link, nameField, pastedInto, receipt, section, switchOf } from './controls.ts';
import { expect, goTo, signIn, test, uniqueName } from './fixtures.ts';

/** Ids that a service may have, with the address of their page; those without one cannot be opened. */
const ADDRESSES = {
  'a/b': '/bot-users/a%2Fb',
  '%2F': '/bot-users/%252F',
  'two\nlines': '/bot-users/two%0Alines',
  '..': undefined,
  'odd\u202e\ud83d': undefined,
};

test('a name that hides or turns something shows it everywhere; a hostile id leads to its own address, or nowhere', async ({
  page,
  context,
  call,
  problems,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const start = uniqueName('invoice');
  const name = `${start}\u202egpj.exe\u200b`;
  const seen = `${start}⟨U+202E⟩gpj.exe⟨U+200B⟩`;
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  const arabic = `${'\u0644'.repeat(170)}${start}`;
  await call(botUserEndpoints.create, { body: { name: arabic } });
  await signIn(page, `/bot-users?q=${start}`);
  // Its end is cut, not its beginning.
  await expect(link(page, arabic).locator('[dir=auto]')).toHaveCSS('direction', 'rtl');

  const inRow = link(page, seen);
  await expect(inRow.locator('[dir=auto]')).toHaveText(seen);
  await expect(inRow.locator('[title="U+202E"]')).toHaveText('⟨U+202E⟩');
  await switchOf(page, seen).click();
  await expect(receipt(page)).toContainText(`${seen} is now inactive.`);
  await expect(receipt(page).locator('bdi')).toHaveText(seen);

  await inRow.click();
  await expect(page).toHaveURL(`/bot-users/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: seen, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`Edit ${seen} · Gatehouse`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(seen);
  await expect(nameField(page)).toHaveValue(name); // what is saved is the truth
  await expect(nameField(page)).toHaveAccessibleDescription(
    `What people see in lists and logs. This name has characters that cannot be seen: ${seen}`,
  );
  await expect(nameField(page)).toHaveCSS('unicode-bidi', 'plaintext'); // drawn as in the heading
  await nameField(page).fill(start);
  await expect(nameField(page)).toHaveAccessibleDescription('What people see in lists and logs.');
  // The copied command changes only what was changed.
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await page.keyboard.press('Escape');
  expect(await pastedInto(nameField(page))).toMatch(
    new RegExp(`^curl -X PATCH .* -d '{"name":"${start}"}'$`),
  );
  await nameField(page).fill(start);
  await button(page, 'Save changes').click();
  await expect(page.getByRole('heading', { level: 1, name: start, exact: true })).toBeVisible();

  problems.allow(404, 400);
  const bot_users = Object.keys(ADDRESSES).map((odd, index) => ({
    id: odd,
    uri: `https://elsewhere.test/${index}`,
    name: index === 0 ? '\u200b'.repeat(100_000) : `bot ${index}`,
    active: true,
    created_at: '\u202eyesterday',
  }));
  const json = { bot_users, uri: '/bot_users', next_page_uri: null };
  await page.route(`**${API_BASE}/bot_users?limit=100`, (route) => route.fulfill({ json }));
  await section(page, 'Bot users').click();
  await button(page, 'Refresh').click();
  await expect(page.getByRole('row').nth(1)).toContainText('⟨U+202E⟩yesterday');
  await expect(page.getByRole('row').nth(1)).toContainText('⟨… 99,994 more⟩');
  await expectNoSidewaysScroll(page);
  const reason = 'Cannot be opened or changed here: its id cannot be part of an address.';
  for (const [index, address] of Object.values(ADDRESSES).entries()) {
    const row = page.getByRole('row').nth(index + 1);
    if (address === undefined) {
      await expect(row.getByRole('rowheader').getByRole('link')).toHaveCount(0);
      await expect(row.getByRole('switch')).toHaveAccessibleDescription(reason);
      await row.getByRole('switch').press('Space');
      await expect(row.getByRole('switch')).toBeChecked();
      await row.getByRole('button', { name: /^Actions for / }).click();
      for (const item of ['Edit', 'Copy as curl', 'Delete…']) {
        const closed = page.getByRole('menuitem', { name: item, exact: true });
        await expect(closed).toHaveAccessibleDescription(reason);
        await closed.press('Enter');
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      continue;
    }
    await expect(row.getByRole('rowheader').getByRole('link')).toHaveAttribute('href', address);
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await row.getByRole('switch').click();
    expect(new URL((await asked).url()).pathname).toBe(
      address.replace('/bot-users', `${API_BASE}/bot_users`),
    );
  }
  const [row] = bot_users.slice(1);
  await page.route(`**${API_BASE}/bot_users/%252F`, (route) =>
    route.fulfill({ json: { ...row, name: 'found' } }),
  );
  await goTo(page, ADDRESSES['%2F']);
  await expect(page.getByRole('heading', { level: 1, name: 'found' })).toBeVisible();
});
