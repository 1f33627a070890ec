// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { BOT_USER_NAME_MAX, type BotUser } from '#contract/bot-user.ts';
import { loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { PageRouter } from '#web/app/page-router.tsx';
import { readFirstRows } from '#web/features/bot-users/data/bot-users.ts';
import { EditBotUserPage } from '#web/features/bot-users/pages/edit-bot-user-page.tsx';
import { NewBotUserPage } from '#web/features/bot-users/pages/new-bot-user-page.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { waitFor, waitUntil } from '#web/lib/wait.test.helper.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

const KEY = 'key-of-the-form-tests-1234';

const bot = (id: string, name: string, active = true): BotUser => ({
  id,
  uri: `/bot_users/${id}`,
  name,
  active,
  created_at: '2026-01-02T03:04:05Z',
});

let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  session.end('none');
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** A page after these have been loaded. */
async function open(at: string, bot_users: BotUser[] = []) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const created: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/config.json')) return Response.json({ service_host: 'api.test' });
    if (request.method !== 'POST')
      return Response.json({ bot_users, uri: '/bot_users', next_page_uri: null });
    const body = (await request.json()) as Pick<BotUser, 'name' | 'active'>;
    created.push(body);
    return Response.json({ ...bot(`bot_new_${created.length}`, ''), ...body }, { status: 201 });
  });
  await loadConfig();
  session.signIn(KEY, false);
  const client = createQueryClient();
  await readFirstRows(client);
  pageHistory.replace(at);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <PageRouter>
          <ReceiptProvider>
            <main id="main">
              <Routes>
                <Route path={paths.botUserNew} element={<NewBotUserPage />} />
                <Route path={paths.botUser} element={<EditBotUserPage />} />
                <Route path="*" element={null} />
              </Routes>
            </main>
          </ReceiptProvider>
        </PageRouter>
      </QueryClientProvider>,
    ),
  );
  return created;
}

function nameField(): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>('#field-name');
  if (field === null) throw new Error('There is no form');
  return field;
}
const hint = () => document.querySelector('form [role=status]')?.textContent;
const control = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find(
    (each) => each.textContent === text,
  );

const press = (text: string) =>
  act(async () => {
    control(text)?.click();
    await vi.dynamicImportSettled();
  });

const type = (text: string) =>
  act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(nameField(), text);
    nameField().dispatchEvent(new Event('input', { bubbles: true }));
  });

/** What React draws meanwhile is there only after each `act`. */
const shows = (text: string) =>
  waitUntil(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    return hint() === text;
  });

it('opens with the focus in the name', async () => {
  await open('/bot-users/new');
  expect(document.activeElement).toBe(nameField());
  expect(nameField().value).toBe('');
});

it('takes a name from the address, selected, but never the key', async () => {
  await open('/bot-users/new?name=%20ci%20deploy%20&active=off');
  expect(nameField().value).toBe('ci deploy');
  expect(nameField()).toMatchObject({ selectionStart: 0, selectionEnd: 'ci deploy'.length });
  expect(document.querySelector<HTMLInputElement>('[role=switch]')?.checked).toBe(false);
  await act(async () => pageHistory.push(`/bot-users/new?name=${KEY}`));
  expect(nameField().value).toBe('');
});

it('takes another name from the address, but keeps what was typed', async () => {
  await open('/bot-users/new?name=one');
  await act(async () => pageHistory.push('/bot-users/new?name=two'));
  expect(nameField().value).toBe('two');
  await type('typed');
  await act(async () => pageHistory.push('/bot-users/new?name=three'));
  expect(nameField().value).toBe('typed');
});

it('creates one after the other by a key, and says what a new one lacks', async () => {
  const created = await open('/bot-users/new');
  expect(control('Create and add another')?.getAttribute('aria-keyshortcuts')).toBe(
    'Control+Shift+Enter',
  );
  for (const name of ['one', 'two']) {
    await type(name);
    await act(async () =>
      nameField().dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          ctrlKey: true,
          shiftKey: true,
          bubbles: true,
        }),
      ),
    );
    await act(() => waitFor(() => expect(nameField().value).toBe('')));
    expect(document.querySelector('[aria-label="Last change"]')?.textContent).toContain(
      `${name} created. This bot user has no credentials yet.`,
    );
  }
  expect(created).toEqual([
    { name: 'one', active: true },
    { name: 'two', active: true },
  ]);
});

it('says that another loaded one has the name, and leads to it', async () => {
  await open('/bot-users/new', [bot('bot_1', 'deploy'), bot('bot_2', 'other')]);
  expect(hint()).toBe('');
  await type('deploy ');
  await shows('Another loaded bot user has this name. Open it');
  expect(document.querySelector('form [role=status] a')?.getAttribute('href')).toBe(
    '/bot-users/bot_1',
  );
  expect(nameField().hasAttribute('aria-invalid')).toBe(false);
  await type('deploy-2');
  expect(hint()).toBe('');
});

it('does not take the name that a bot user has for one of another', async () => {
  await open('/bot-users/bot_1', [bot('bot_1', 'deploy'), bot('bot_2', 'other')]);
  await type('other');
  await shows('Another loaded bot user has this name. Open it');
  await type('deploy');
  expect(hint()).toBe('');
});

it('duplicates a bot user by the form for a new one', async () => {
  const name = 'x'.repeat(BOT_USER_NAME_MAX);
  await open('/bot-users/bot_1', [bot('bot_1', name, false)]);
  await press('More');
  await press('Duplicate…');
  expect(location.pathname).toBe('/bot-users/new');
  expect(nameField().value).toBe(`${'x'.repeat(BOT_USER_NAME_MAX - 5)} copy`);
  expect(document.activeElement).toBe(nameField());
  expect(document.querySelector<HTMLInputElement>('[role=switch]')?.checked).toBe(false);
});

it('shows a bot user as JSON, and gives the focus back', async () => {
  await open('/bot-users/bot_1', [bot('bot_1', 'deploy')]);
  await press('More');
  await press('View as JSON…');
  const json = document.querySelector('pre[aria-label=JSON]')?.textContent ?? '';
  expect(JSON.parse(json)).toEqual(bot('bot_1', 'deploy'));
  await press('Close');
  expect(document.activeElement).toBe(control('More'));
});

it('says when it was created once', async () => {
  await open('/bot-users/bot_1', [bot('bot_1', 'deploy')]);
  expect(document.body.textContent.split('Created').length).toBe(2);
});
