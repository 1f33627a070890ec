// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { BotUserRow, type RowActions } from '#web/features/bot-users/table/bot-user-row.tsx';
import { nameOf } from '#web/ui/safe-line.ts';

setConfig(testConfig());
afterEach(() => vi.unstubAllGlobals());

async function rowOf(bot: BotUser) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const body = document.createElement('tbody');
  const ignore = () => {};
  const actions: RowActions = {
    onOpen: ignore,
    onSwitch: ignore,
    onSelect: ignore,
    onFocus: ignore,
    onLeave: ignore,
    onDelete: ignore,
    onGone: ignore,
  };
  await act(async () =>
    createRoot(body).render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <BotUserRow bot={bot} label={nameOf(bot)} rowIndex={2} inner={-1} actions={actions} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return body;
}

it('stays small, however long a name of characters that cannot be seen is', async () => {
  const named = (name: string): BotUser => ({
    id: 'bot_1',
    uri: '/bot_users/bot_1',
    name,
    active: true,
    created_at: '2026-01-02T03:04:05Z',
  });
  const plain = await rowOf(named('plain'));
  const odd = await rowOf(named('\u200b'.repeat(100_000)));
  expect(odd.querySelectorAll('*').length).toBeLessThanOrEqual(
    plain.querySelectorAll('*').length + 2,
  );
  expect(odd.querySelector('a')?.title).toMatch(/⟨… 99,994 more⟩$/);
  // Its text, its title and the names of its controls.
  expect(odd.innerHTML.length - plain.innerHTML.length).toBeLessThan(1_000);
});
