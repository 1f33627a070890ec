import type { Page, Request } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { API_BASE } from '#contract/wire.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll } from './checks.ts';
import { button, link, nameField, receipt, switchOf } from './controls.ts';
import { sharedRoutes } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

const LIST = `**${API_BASE}/bot_users?limit=100`;

const openMenu = (page: Page, name: string) => button(page, `Actions for ${name}`).click();

/** What the page would have put on the clipboard, which no page of ours may read. */
const recordCopies = (page: Page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => {
      document.documentElement.dataset['copied'] = text;
    };
  });

const copied = async (page: Page) => (await page.locator('html').getAttribute('data-copied')) ?? '';

test('a name that hides or turns something shows it everywhere', async ({ page, call }) => {
  const start = uniqueName('invoice');
  const name = `${start}\u202egpj.exe\u200b`;
  const seen = `${start}⟨U+202E⟩gpj.exe⟨U+200B⟩`;
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, `/bot-users?q=${start}`);

  const inRow = link(page, seen);
  await expect(inRow.locator('bdi')).toHaveText(seen);
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
  await nameField(page).fill(start);
  await expect(nameField(page)).toHaveAccessibleDescription('What people see in lists and logs.');
  await button(page, 'Save changes').click();
  await expect(page.getByRole('heading', { level: 1, name: start, exact: true })).toBeVisible();
});

test('a name without end, of characters that cannot be seen, makes no page without end', async ({
  page,
}) => {
  const seen = `${'⟨U+200B⟩'.repeat(6)}⟨… 99,994 more⟩`;
  const row = {
    id: 'bot_long',
    uri: '/bot_users/bot_long',
    name: '\u200b'.repeat(100_000),
    active: true,
    created_at: '2025-01-01T00:00:00Z',
  };
  const json = { bot_users: [row], uri: '/bot_users', next_page_uri: null };
  await page.route(LIST, (route) => route.fulfill({ json }));
  await signIn(page);
  await expect(link(page, seen)).toBeVisible();
  // The outer one cuts the line.
  await expect(page.getByRole('rowheader').locator('span')).toHaveCount(2);
  await openMenu(page, seen);
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(
    page.getByRole('alertdialog', { name: `Delete ${seen}?`, exact: true }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('names of other scripts stay apart, blank and equal ones can be told', async ({
  page,
  call,
}) => {
  const hebrew = uniqueName('שלום');
  const twin = uniqueName('twin');
  for (const name of [hebrew, `${twin} a`, `${twin}  a`])
    await call(botUserEndpoints.create, { body: { name } });
  await signIn(page);
  await expect(link(page, hebrew).locator('bdi')).toHaveText(hebrew);
  await expect(
    page.getByRole('rowheader', { name: new RegExp(`^${twin}\\s+a \\(\\w{6}\\)$`) }),
  ).toHaveCount(2);
  await openMenu(page, hebrew);
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${hebrew}?`, exact: true });
  await expect(dialog.getByRole('heading').locator('bdi')).toHaveText(hebrew);
});

/** Ids that a service may have, each with the address of its page and with that of a request about it. */
const ADDRESSED = {
  'a/b': '/bot-users/a%2Fb',
  '%2F': '/bot-users/%252F',
  '%2e%2e': '/bot-users/%252e%252e',
  '?limit=1#x': '/bot-users/%3Flimit%3D1%23x',
  'a\\..\\b': '/bot-users/a%5C..%5Cb',
  'two\nlines': '/bot-users/two%0Alines',
};

async function stubList(page: Page, ids: string[]) {
  const rows = ids.map((id, index) => ({
    id,
    uri: `https://elsewhere.test/${index}`,
    name: `bot ${index}`,
    active: true,
    created_at: index === 0 ? '\u202eyesterday' : '2025-01-01T00:00:00Z',
  }));
  const json = { bot_users: rows, uri: '/bot_users', next_page_uri: null };
  await page.route(LIST, (route) => route.fulfill({ json }));
  return rows;
}

test('a hostile id leads to exactly its own address', async ({ page, problems }) => {
  problems.allow(404, 400);
  const rows = await stubList(page, Object.keys(ADDRESSED));
  await signIn(page);
  await expect(page.getByRole('row').nth(1)).toContainText('⟨U+202E⟩yesterday');
  for (const { id, name } of rows) {
    const address = ADDRESSED[id as keyof typeof ADDRESSED];
    await expect(link(page, name)).toHaveAttribute('href', address);
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await switchOf(page, name).click();
    expect(new URL((await asked).url()).pathname).toBe(
      address.replace('/bot-users', `${API_BASE}/bot_users`),
    );
  }

  const json = { ...rows[1], name: 'found' };
  await page.route(`**${API_BASE}/bot_users/%252F`, (route) => route.fulfill({ json }));
  await page.goto(ADDRESSED['%2F']);
  await signIn(page, ADDRESSED['%2F']);
  await expect(page.getByRole('heading', { level: 1, name: 'found' })).toBeVisible();
});

test('an id without an address closes what needs one, and nothing else', async ({ page }) => {
  const ids = ['..', '.', 'odd\u202e\ud83d', 'x'.repeat(3000), 'new', 'bot_good'];
  await stubList(page, ids);
  const changes: Request[] = [];
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request));
  await signIn(page);

  await expect(page.getByRole('row')).toHaveCount(1 + ids.length);
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveCount(1);
  const reason = 'Cannot be opened or changed here: its id cannot be part of an address.';
  for (const name of ['bot 0', 'bot 1', 'bot 2', 'bot 3']) {
    await expect(switchOf(page, name)).toHaveAccessibleDescription(reason);
    await expect(switchOf(page, name)).toHaveAttribute('aria-disabled', 'true');
    await switchOf(page, name).press('Space');
    await expect(switchOf(page, name)).toBeChecked();
  }
  await expectNoAxeFindings(page);
  await openMenu(page, 'bot 0');
  for (const item of ['Edit', 'Copy as curl', 'Delete…']) {
    const closed = page.getByRole('menuitem', { name: item, exact: true });
    await expect(closed).toHaveAccessibleDescription(reason);
    await closed.press('Enter');
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(changes).toEqual([]);

  await openMenu(page, 'bot 4');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAccessibleDescription(
    'Cannot be opened: its address is another page’s.',
  );
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete bot 4?' })).toBeVisible();
});

test('a list of routes that somebody wrote by hand harms nothing', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(404);
  const routes = await sharedRoutes(service);
  const kept = [
    null,
    7,
    { edge_id: '..', id: 'x' },
    { edge_id: 'e', id: '\ud83d' },
    { edge_id: 'e', id: 'r', label: 'pay\u202egpj', seen: { state: 'none', read_at: 1e300 } },
    { edge_id: 'e', id: 'r', label: 'again' },
    { edge_id: 'a/b', id: '%2F', label: ' ', opened_at: 'soon' },
  ];
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    `gatehouse.routes.${new URL(service.url).host}`,
    JSON.stringify(kept),
  ] as const);
  const shared = { label: 'nowhere', edge_id: '..', id: 'r' };
  const json = { routes: [...routes, shared, shared] };
  await page.route(`**${INVENTORY_BASE}/routes`, (route) => route.fulfill({ json }));
  await signIn(page, '/routes');

  const table = page.getByRole('table', { name: 'Routes' });
  await expect(table.getByRole('rowheader')).toHaveCount(routes.length + 2);
  await expect(table.getByRole('link', { name: '%2F', exact: true })).toHaveAttribute(
    'href',
    '/edges/a%2Fb/routes/%252F/ip-restriction',
  );
  await expect(page.getByText(/^Checked \d+ routes\./)).toBeVisible();
  await expect(button(page, 'Check all again')).toBeVisible();
});

/** What a copied command would send. */
function requestIn(command: string) {
  const [first = '', ...flags] = command.split(' \\\n  ');
  const [, method = '', path = ''] = /^curl -X (\w+) "\$BASE_URL(.*)"$/.exec(first) ?? [];
  const body = flags.find((flag) => flag.startsWith('-d '));
  const condition = flags.find((flag) => flag.startsWith("-H 'If-Match: "));
  return {
    method,
    path: API_BASE + path,
    body: body === undefined ? null : body.slice(4, -1),
    ifMatch: condition?.slice(14, -1),
  };
}

const partsOf = (request: Request) => ({
  method: request.method(),
  path: new URL(request.url()).pathname,
  body: request.postData(),
  ifMatch: request.headers()['if-match'],
});

test('the edit form copies only what was changed', async ({ page, call }) => {
  const name = uniqueName('curl-edit');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await recordCopies(page);
  await signIn(page, `/bot-users/${id}`);
  await nameField(page).fill(`${name}-2`);
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  const inCommand = requestIn(await copied(page));
  await page.keyboard.press('Escape');
  await button(page, 'Save changes').click();
  expect(inCommand).toEqual(partsOf(await sent));
});
