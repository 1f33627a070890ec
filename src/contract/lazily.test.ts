import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type * as Zod from 'zod/mini';
import { lazily } from '#contract/lazily.ts';

const built = vi.hoisted(() => vi.fn<(name: string) => void>());

vi.mock('zod/mini', async (original) => {
  const zod = await original<typeof Zod>();
  const counted = Object.entries(zod).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value];
    return [name, (...given: unknown[]) => (built(name), Reflect.apply(value, undefined, given))];
  });
  return Object.fromEntries(counted) as typeof Zod; // the same names
});

it('builds once, when it is first asked for', () => {
  const build = vi.fn<() => object>(() => ({}));
  const value = lazily(build);
  expect(build).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(build).toHaveBeenCalledTimes(1);
});

it('is what the contract and the client do: no schema before one is needed, nor for rows as documented', async () => {
  const modules = ['contract', 'client'].flatMap((room) =>
    readdirSync(`src/${room}`)
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => `/src/${room}/${name}`),
  );
  for (const file of modules) await import(/* @vite-ignore */ file);
  const { createCall } = await import('#client/api-client.ts');
  const { botUserEndpoints } = await import('#contract/bot-user.ts');
  const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: 'c' };
  const rows = Array.from({ length: 100 }, () => bot);
  const call = createCall({
    baseUrl: 'https://api.test',
    apiKey: () => 'key',
    fetch: async () => Response.json({ bot_users: rows, uri: 'u', next_page_uri: null }),
  });
  expect((await call(botUserEndpoints.list, {})).bot_users).toHaveLength(100);
  expect(built).not.toHaveBeenCalled();

  const { BotUser } = await import('#contract/bot-user.ts');
  expect(BotUser()).toBe(BotUser());
  expect(built.mock.calls.filter(([name]) => name === 'looseObject')).toHaveLength(1);
});
