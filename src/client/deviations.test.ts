import { expect, it } from 'vitest';
import { createRedactor } from '#client/redact.ts';
import { deviationsOf } from '#client/request-log.ts';
import { parseResponse } from '#client/response.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: '2026-01-02T03:04:05Z' };
const page = (...bot_users: unknown[]) => ({ bot_users, uri: 'u', next_page_uri: null });

async function found(
  endpoint: Endpoint,
  body: unknown,
  init: ResponseInit = {},
  key: string | null = null,
) {
  const response = Response.json(body, { status: endpoint.status, ...init });
  return deviationsOf(endpoint, await parseResponse(response, createRedactor(key)));
}

const { list, get, create, remove } = botUserEndpoints;

it('is silent about what is documented', async () => {
  expect(await found(list, page(bot, bot))).toEqual([]);
  expect(await found(get, bot)).toEqual([]);
  expect(await found(create, bot)).toEqual([]);
  const module = { enabled: true, ip_policies: [{ id: 'p', uri: 'u' }] };
  expect(await found(ipRestrictionEndpoints.get, module)).toEqual([]);
  const gone = new Response(null, { status: 204 });
  expect(deviationsOf(remove, await parseResponse(gone, (text) => text))).toEqual([]);
});

it('names a field that is not documented once, in however many rows it stands', async () => {
  const row = { ...bot, metadata: {} };
  expect(await found(list, { ...page(row, bot, row), total: 3 })).toEqual([
    'bot_users[].metadata is not documented',
    'total is not documented',
  ]);
});

it('names what is missing or of another kind where the app reads on', async () => {
  expect(await found(list, { uri: 'u' })).toEqual([
    'bot_users is missing or of another kind',
    'next_page_uri is missing or of another kind',
  ]);
  expect(await found(list, page(bot, { ...bot, active: 'yes' }))).toEqual([
    'bot_users[].active is missing or of another kind',
  ]);
  expect(await found(ipRestrictionEndpoints.get, null)).toEqual([
    'The answer is missing or of another kind',
  ]);
});

it('names another status, and a type that is not said', async () => {
  expect(await found(create, bot, { status: 200 })).toEqual(['Status 200 in place of 201']);
  const bare = new Response(new TextEncoder().encode(JSON.stringify(bot)));
  expect(deviationsOf(get, await parseResponse(bare, (text) => text))).toEqual([
    'The content type is missing',
  ]);
});

it('takes no field for a known one because every object inherits its name', async () =>
  expect(await found(get, { ...bot, constructor: 1 })).toEqual(['constructor is not documented']));

it('is neither endless nor a way out for the key', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, n]));
  expect(await found(get, { ...bot, ...fields })).toHaveLength(20);
  expect((await found(get, { ...bot, ['x'.repeat(5000)]: 1 }))[0]).toHaveLength(120);
  expect(await found(get, { ...bot, 'secret-key-0123': 1 }, {}, 'secret-key-0123')).toEqual([
    '•••• is not documented',
  ]);
});
