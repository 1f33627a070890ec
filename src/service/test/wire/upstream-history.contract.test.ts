import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { HistoryList } from '#contract/history.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import type { Author, Change } from '#service/domain/history.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { command, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_HEADERS,
  API_KEY,
  createApi,
  firstModule,
  readAnswer,
  sharedService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import { proxyTo, saying, startUpstream } from '#service/test/upstream.test.helper.ts';

const upstream = sharedService({ demo: true });

it.each<[string, (response: ServerResponse, leave: AbortController) => void]>([
  ['response breaks off', (response) => response.write('{', () => response.destroy())],
  [
    'client leaves before the response',
    (response, leave) => {
      leave.abort();
      setTimeout(() => response.end('{}'), 100);
    },
  ],
])('keeps a change whose %s', async (_what, answer) => {
  const leave = new AbortController();
  const kept: Change[] = [];
  const store = {
    append: async (_author: Author, change: Change) => void kept.push(change),
    page: async () => [],
    removeBefore: async () => 0,
  };
  const history = { store, authorOf: async () => testAuthor, publicUrl: () => '' };
  const { proxy } = await proxyTo((_request, response) => answer(response, leave), { history });
  const init = { headers: API_HEADERS, body: '{"active":false}', signal: leave.signal };
  await proxy.ask('PATCH', `/bot_users/bot_${'1'.repeat(27)}`, init).catch(() => {});
  await expect.poll(() => kept).toMatchObject([{ operation: 'update', new_active: false }]);
});

it('prints nothing of an upstream that a terminal acts on', async () => {
  const stub = await startUpstream(saying(201, String.raw`{"id":"a\n\u001bb"}`));
  const env = { HISTORY: 'on', DATA_DIR: temporaryDirectory(), UPSTREAM_URL: stub.base.href };
  const url = await urlOf(start(env));
  await createApi(url)('POST', '/bot_users', { body: { name: 'made' } });
  for (const form of [[], ['--json']])
    expect((await command(env, 'history', ...form)).stdout).toMatch(/^[^\p{Cc}]+\n$/u);
});

it('keeps the changes that pass, of which it knows the result and a part of the hash of the key', async () => {
  const UPSTREAM_URL = `${upstream.url}/api`;
  const env = { HISTORY: 'on', DATA_DIR: temporaryDirectory(), UPSTREAM_URL };
  const url = await urlOf(start(env));
  const api = createApi(url);
  const read = async (headers: HeadersInit) =>
    readAnswer(await fetch(`${url}/inventory/history`, { headers }));
  const create = () => api('POST', '/bot_users', { body: { name: 'passed' } });
  const { json: bot } = await create();
  expect(outcome(await create())).toBe('409 NAME_TAKEN');
  await api('PATCH', `/bot_users/${bot.id}`, { body: { active: false } });
  const module = await firstModule(upstream);
  await api('PUT', module, { body: { enabled: true, ip_policy_ids: [] } });
  await api('DELETE', module);

  const answer = await read(API_HEADERS);
  const entries = HistoryList.parse(answer.json).history.toReversed();
  const changed = { name: 'passed', active: true, ip_policy_ids: null };
  expect(entries.map(({ operation, after }) => [operation, after])).toEqual([
    ['create', changed],
    ['update', { ...changed, active: false }],
    ['update', { name: null, active: true, ip_policy_ids: [] }],
    ['delete', null],
  ]);
  for (const { before: known, who } of entries)
    expect([known, who.label]).toEqual([null, expect.stringMatching(/^key [\da-f]{12}$/)]);
  expect(entries[0]?.resource).toMatchObject({ type: 'bot_user', id: bot.id, name: 'passed' });
  const { stdout } = await command(env, 'history', '--json');
  expect(stdout.trim().split('\n')).toHaveLength(4);
  expect(answer.text + stdout).not.toContain(API_KEY);
  expect(outcome(await read({}))).toBe('401 NOT_AUTHENTICATED');
  expect((await command(env, 'key', 'create')).stderr).toMatch(/^UPSTREAM_URL is set: /);
});
