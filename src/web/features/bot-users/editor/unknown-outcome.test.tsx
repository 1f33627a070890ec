// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { UnknownOutcome } from '#web/features/bot-users/editor/unknown-outcome.tsx';
import { waitFor } from '#web/lib/wait.test.helper.ts';

let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const SINCE = Date.parse('2026-01-02T03:04:00Z');
const named = (id: string): BotUser => ({
  id,
  uri: `/bot_users/${id}`,
  name: 'back up',
  active: true,
  created_at: '2026-01-02T03:04:05Z',
});

/** The notice once Check has found these. */
async function checked(bot_users: BotUser[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const list = { bot_users, uri: '/bot_users', next_page_uri: null };
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(url.endsWith('/config.json') ? { service_host: 'api.test' } : list),
  );
  await loadConfig();
  const body = document.createElement('div');
  root = createRoot(body);
  const lost = { name: 'back up', since: SINCE, reason: 'No answer.' };
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <UnknownOutcome lost={lost} onCreateAgain={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await act(async () => body.querySelector('button')?.click());
  await act(() => waitFor(() => expect(body.textContent).not.toContain('No answer.')));
  const ways = [...body.querySelectorAll('a, button')].map((each) => [
    each.textContent,
    each.getAttribute('href'),
  ]);
  return { text: body.textContent, ways };
}

it('says that it was created where only one can be it', async () => {
  const { text, ways } = await checked([named('bot_1')]);
  expect(text).toContain('It was created.');
  expect(ways).toEqual([['Open it', '/bot-users/bot_1']]);
});

it('does not choose among several, but leads to them', async () => {
  const { text, ways } = await checked([named('bot_2'), named('bot_1')]);
  expect(text).toContain('There are 2 new ones of this name. It may be one of them.');
  expect(ways).toEqual([
    ['Check', null],
    ['Show them', '/bot-users?q=back+up'],
    ['Create again', null],
  ]);
});

it('lets the person create it again where there is none', async () => {
  const { text, ways } = await checked([]);
  expect(text).toContain('It was not found.');
  expect(ways).toEqual([
    ['Check', null],
    ['Create again', null],
  ]);
});
