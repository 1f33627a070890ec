// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfigContext, loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { quarantine } from '#web/features/bot-users/quarantine/quarantine.ts';
import { QuarantinePage } from '#web/features/bot-users/pages/quarantine-page.tsx';
import { bot } from '#web/features/bot-users/view/samples.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const DAY = 86_400_000;

let config: Awaited<ReturnType<typeof loadConfig>>;
let close: () => Promise<void>;
/** What the service has. */
let stored: ReturnType<typeof bot>[];

async function openPage() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  close = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <ConfigContext value={config}>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <QuarantinePage />
          </MemoryRouter>
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/config.json') return Response.json({ service_host: 'api.test' });
    const found = stored.find(({ id }) => pathname.endsWith(`/bot_users/${id}`));
    return found ? Response.json(found) : Response.json({ msg: 'Not found.' }, { status: 404 });
  });
  config = await loadConfig();
  session.signIn('key-of-the-quarantine-tests', false);
});

afterEach(async () => {
  await close();
  quarantine.remove(quarantine.all().map(({ id }) => id));
  session.end('none');
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const findButton = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );

async function press(name: string) {
  const found = findButton(name);
  if (!found) throw new Error(`Nothing is called ${name}`);
  await act(async () => found.click());
}

const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('th')?.textContent,
    row.querySelector('td:nth-of-type(2)')?.textContent,
  ]);

it('plans the deletion of those that are due and that nobody has changed', async () => {
  const off = ['kept', 'used', 'other', 'late', 'gone'].map((name) => bot(name, { active: false }));
  quarantine.add(
    off.filter(({ name }) => name !== 'late'),
    1,
  );
  vi.setSystemTime(NOW + DAY);
  quarantine.add(
    off.filter(({ name }) => name === 'late'),
    1,
  );
  stored = off
    .filter(({ name }) => name !== 'gone')
    .map((each) => ({
      ...each,
      active: each.name === 'used',
      name: each.name === 'other' ? 'new' : each.name,
    }));
  const setPlan = vi.spyOn(jobs, 'setPlan').mockImplementation(() => {});

  await openPage();
  expect(rows().map(([, text]) => text)).toEqual(Array(5).fill('Not checked'));
  expect(findButton('Plan to delete 1 due')).toBeUndefined();
  await press('Check 5');
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      ['kept', 'Unchanged'],
      ['used', 'Active'],
      ['other', 'Renamed to new'],
      ['gone', 'Gone'],
      ['late', 'Unchanged'],
    ]),
  );
  await press('Plan to delete 1 due');
  expect(setPlan).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      heading: 'delete 1 bot user',
      plannedAt: NOW + DAY,
      lines: [expect.objectContaining({ id: 'bot_kept', kind: 'delete', after: null })],
    }),
  );

  await press('Remove 1 gone');
  await press('Remove used from quarantine');
  expect(rows().map(([name]) => name)).toEqual(['kept', 'other', 'late']);
});

it('says why not all could be checked, and keeps what came', async () => {
  const off = ['one', 'two'].map((name) => bot(name, { active: false }));
  quarantine.add(off, 1);
  stored = off;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('bot_two')
      ? Promise.resolve(Response.json({ msg: 'No.' }, { status: 403 }))
      : fetch(request),
  );
  await openPage();
  await press('Check 2');
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Not all were checked.'),
  );
  expect(rows()).toEqual([
    ['one', 'Unchanged'],
    ['two', 'Not checked'],
  ]);
});

it('says where to begin while nothing is in it', async () => {
  await openPage();
  expect(document.body.textContent).toContain('Nothing is in quarantine');
});
