import { expect, it } from 'vitest';
import { readAnswer } from '#client/answer.ts';
import { deviationsOf } from '#client/deviations.ts';
import { createRedactor } from '#client/redact.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: '2026-01-02T03:04:05Z' };
const page = (...bot_users: unknown[]) => ({ bot_users, uri: 'u', next_page_uri: null });

function found(
  endpoint: Endpoint,
  body: unknown,
  init: ResponseInit = {},
  key: string | null = null,
) {
  const response = Response.json(body, { status: endpoint.status, ...init });
  return deviationsOf(endpoint, readAnswer(response, JSON.stringify(body), createRedactor(key)));
}

const { list, get, create, remove } = botUserEndpoints;

it('is silent about what is documented', () => {
  expect(found(list, page(bot, bot))).toEqual([]);
  expect(found(get, bot)).toEqual([]);
  expect(found(create, bot)).toEqual([]);
  const module = { enabled: true, ip_policies: [{ id: 'p', uri: 'u' }] };
  expect(found(ipRestrictionEndpoints.get, module)).toEqual([]);
  const gone = new Response(null, { status: 204 });
  expect(
    deviationsOf(
      remove,
      readAnswer(gone, '', (text) => text),
    ),
  ).toEqual([]);
});

it('names a field that is not documented once, in however many rows it stands', () => {
  const row = { ...bot, metadata: {} };
  expect(found(list, { ...page(row, bot, row), total: 3 })).toEqual([
    'bot_users[].metadata is not documented',
    'total is not documented',
  ]);
});

it('names what is missing or of another kind where the app reads on', () => {
  expect(found(list, { uri: 'u' })).toEqual([
    'bot_users is missing or of another kind',
    'next_page_uri is missing or of another kind',
  ]);
  expect(found(list, page(bot, { ...bot, active: 'yes' }))).toEqual([
    'bot_users[].active is missing or of another kind',
  ]);
  expect(found(ipRestrictionEndpoints.get, null)).toEqual([
    'The answer is missing or of another kind',
  ]);
});

it('names another status, and a type that is not said', () => {
  expect(found(create, bot, { status: 200 })).toEqual(['Status 200 in place of 201']);
  const bare = new Response(new TextEncoder().encode(JSON.stringify(bot)));
  expect(
    deviationsOf(
      get,
      readAnswer(bare, JSON.stringify(bot), (text) => text),
    ),
  ).toEqual(['The content type is missing']);
});

it('takes no field for a known one because every object inherits its name', () =>
  expect(found(get, { ...bot, constructor: 1 })).toEqual(['constructor is not documented']));

it('is neither endless nor a way out for the key', () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, n]));
  expect(found(get, { ...bot, ...fields })).toHaveLength(20);
  expect(found(get, { ...bot, ['x'.repeat(5000)]: 1 })[0]).toHaveLength(120);
  expect(found(get, { ...bot, 'secret-key-0123': 1 }, {}, 'secret-key-0123')).toEqual([
    '•••• is not documented',
  ]);
});
