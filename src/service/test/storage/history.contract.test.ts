import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { HistoryList, type HistoryEntry } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { firstIdOf } from '#service/domain/ids.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { command, commandAt, createKey, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_HEADERS,
  API_KEY,
  fileOf,
  freshData,
  modulePath,
  ownService,
  readAnswer,
  sharedService,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

const service = sharedService();

const ask = async (url: string, query = '', headers: object = API_HEADERS) =>
  readAnswer(await fetch(`${url}${INVENTORY_BASE}/history${query}`, { headers: { ...headers } }));

const read = async (query = '', { url } = service) =>
  HistoryList.parse((await ask(url, query)).json).history;

/** Oldest first: of a version, what it says. */
const changesIn = (entries: HistoryEntry[]) =>
  entries.toReversed().map(({ operation, resource, before, after }) => {
    const [old, current] = [before, after].map(
      (version) => version && Object.values(version).filter((value) => value !== null),
    );
    return [`${operation} ${resource.type}`, old, current];
  });

it('prints no more of a long history than somebody reads', async () => {
  const { data, account } = await ownService();
  const policies = Array.from({ length: 600 }, (_, at) => ({ id: `p${at}`, description: '' }));
  await account.stores.ipRestrictions.addPolicies(policies, testAuthor);
  const unread: (() => void)[] = [];
  let [lines, most] = [0, 0];
  const write = (text: string, taken = () => {}) => {
    lines += text.split('\n').length - 1;
    most = Math.max(most, unread.push(taken));
    setImmediate(() => unread.shift()?.());
  };
  await commandAt({ stdout: { write } }, data, 'history');
  expect([lines, most]).toEqual([601, 1]);
});

const importFile = (kind: string, items: object[]) =>
  command(service.data, kind, 'import', fileOf(items));

it('has one entry of each change, and none of a refused one: who, what, and how it was before and after', async () => {
  const { api } = service;
  const route = { id: 'r', edge_id: 'edge', label: 'shop' };
  for (const label of ['old', 'shop', 'shop']) await importFile('routes', [{ ...route, label }]);
  await importFile('policies', [{ id: 'ipp_1', description: 'office' }]);
  const key = await createKey(service.data, 'deploy');
  const [first, made] = await service.account.stores.apiKeys.list();
  for (const id of [made?.id, made?.id]) await command(service.data, 'key', 'revoke', id ?? '');

  const create = (name: string) => api('POST', '/bot_users', { body: { name } });
  const { json: bot } = await create('ci');
  await create('taken');
  const path = `/bot_users/${bot.id}`;
  const rename = { body: { name: 'taken' } };
  const refused = [await create('taken'), await api('PATCH', path, rename)];
  expect(refused.map(outcome)).toEqual(['409 NAME_TAKEN', '409 NAME_TAKEN']);
  await api('PATCH', path, { body: { active: false } });
  await api('PATCH', path, { body: { name: 'cd' } });
  for (const status of [204, 404]) expect((await api('DELETE', path)).status).toBe(status);
  const put = (enabled: boolean, ip_policy_ids: string[]) =>
    api('PUT', modulePath(route), { body: { enabled, ip_policy_ids } });
  await put(true, []);
  await put(false, ['ipp_1']);
  for (const module of [modulePath(route), modulePath(route)]) await api('DELETE', module);
  await put(true, []);
  await command(service.data, 'routes', 'remove', 'r');
  await command(service.data, 'policies', 'remove', 'ipp_1');

  const entries = await read('?limit=100');
  const off = [false, ['ipp_1']];
  const on = [true, []];
  const byApi = entries.filter(({ who }) => who.key_id !== null);
  expect(changesIn(byApi)).toEqual([
    ['create bot_user', null, ['ci', true]],
    ['create bot_user', null, ['taken', true]],
    ['update bot_user', ['ci', true], ['ci', false]],
    ['update bot_user', ['ci', false], ['cd', false]],
    ['delete bot_user', ['cd', false], null],
    ['create ip_restriction', null, on],
    ['update ip_restriction', on, off],
    ['delete ip_restriction', off, null],
    ['create ip_restriction', null, on],
  ]);
  const who = { key_id: first?.id, label: 'FIRST_API_KEY', person: null };
  for (const entry of byApi) expect(entry.who).toEqual(who);
  const resource = { type: 'ip_restriction', id: 'r', edge_id: 'edge', name: 'shop' };
  expect(byApi[0]?.resource).toEqual(resource);
  const byCommand = entries.filter((entry) => entry.who.label === 'command');
  expect(changesIn(byCommand)).toEqual([
    ['create api_key', null, ['FIRST_API_KEY', true]],
    ['create route', null, ['old']],
    ['update route', ['old'], ['shop']],
    ['create ip_policy', null, ['office']],
    ['create api_key', null, ['deploy', true]],
    ['update api_key', ['deploy', true], ['deploy', false]],
    ['delete ip_restriction', on, null],
    ['delete route', ['shop'], null],
    ['delete ip_policy', ['office'], null],
  ]);
  expect(entries).toHaveLength(byApi.length + byCommand.length);
  const print = (id: string, ...more: string[]) =>
    command(service.data, 'history', '--resource', id, ...more);
  const { stdout } = await print(bot.id, '--since', '2026-01-31');
  expect(stdout.split('\n').map((line) => line.split('  ').slice(2).join('  '))).toEqual([
    `bot_user ${bot.id} "cd"  deleted`,
    `bot_user ${bot.id} "ci"  name: "ci" to "cd"`,
    `bot_user ${bot.id} "ci"  active: true to false`,
    `bot_user ${bot.id} "ci"  created`,
    '',
  ]);
  expect((await print('r')).stdout).toMatch(
    /  active: true to false, ip_policy_ids: \[\] to \["ipp_1"\]\n/,
  );
  expect((await print(bot.id, '--since', '2155-01-01')).stdout).toBe('');
  // In UTC, as it is printed, wherever the machine is.
  vi.stubEnv('TZ', 'Etc/GMT+12');
  const day = stdout.slice(0, 10);
  expect((await print(bot.id, '--since', day)).stdout).toContain('deleted');
  const everything = JSON.stringify(await service.account.database.read('SELECT * FROM history'));
  for (const secret of [key, API_KEY]) expect(everything).not.toContain(secret);
});

it('tells of each of many changes at a time what it found', async () => {
  const { api } = service;
  const { id } = (await api('POST', '/bot_users', { body: { name: 'race' } })).json;
  const writes = Array.from({ length: 20 }, (_, turn) =>
    api('PATCH', `/bot_users/${id}`, { body: { name: `race ${turn}` } }),
  );
  for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
  const entries = await read(`?resource=${id}&limit=100`);
  const { name } = (await api('GET', `/bot_users/${id}`)).json;
  const names = (version: 'before' | 'after') => entries.map((entry) => entry[version]?.name ?? '');
  expect([String(name), ...names('before')].toSorted()).toEqual(['', ...names('after')].toSorted());
});

it('gives pages of what fits all filters, to those who have a key', async () => {
  const { api, url } = service;
  const { id } = (await api('POST', '/bot_users', { body: { name: 'paged' } })).json;
  for (const active of [false, true, false])
    await api('PATCH', `/bot_users/${id}`, { body: { active } });
  const [newest] = await read();
  const day = newest?.at.slice(0, 10);
  const filter = { resource: id, who: newest?.who.key_id ?? '', operation: 'update' };
  const query = `?${new URLSearchParams({ ...filter, day: day ?? '', limit: '2' }).toString()}`;
  const page = (await ask(url, query)).json;
  const next = await readAnswer(await fetch(page.next_page_uri, { headers: API_HEADERS }));
  const found = [...page.history, ...next.json.history].map(({ after }) => after.active);
  expect([found, next.json.next_page_uri]).toEqual([[false, true, false], null]);
  for (const more of ['', `&before_id=${newest?.id}`])
    expect(await read(`?resource=${id}&day=2020-01-01${more}`)).toEqual([]);
  expect(await read(`?resource=${id}&day=2155-01-01`)).toHaveLength(4);
  expect(await read(`?who=command&resource=${id}`)).toEqual([]);
  expect(await read('?resource=%00')).toEqual([]);
  for (const bad of ['day=2026-02-30', 'operation=read', 'before_id=x', 'limit=0', 'resource=']) {
    const answer = await ask(url, `?${bad}`);
    expect(outcome(answer)).toBe('400 INVALID_QUERY');
    expect(answer.json.msg).toContain(bad.split('=')[0]);
  }
  const twice = await ask(url, '?operation=create&operation=update');
  expect(twice.json.msg).toBe('The parameter "operation" is repeated');
  expect(outcome(await ask(url, '', {}))).toBe('401 NOT_AUTHENTICATED');
});

it('names the person whom a trusted proxy names', async () => {
  const own = await ownService({ USER_HEADER: 'X-User', TRUSTED_PROXY: '10.0.0.0/8, 127.0.0.1' });
  // Headers are bytes to `fetch`.
  const headers = { 'X-User': Buffer.from('Zoë').toString('latin1') };
  await own.api('POST', '/bot_users', { body: { name: 'by a person' }, headers });
  expect((await read('?who=Zo%C3%AB', own))[0]?.who.person).toBe('Zoë');
});

it('is in a backup, and forgets what is too old', async () => {
  const file = join(temporaryDirectory(), 'backup');
  const kept = await read('?limit=100');
  const old = { operation: 'create', resource_type: 'route', resource_id: 'r', name: '' } as const;
  const newEntryId = () => firstIdOf('hist', new Date(Date.now() - 3 * 86_400_000));
  await service.account.stores.history.append({ ...testAuthor, newEntryId }, old);
  await command(service.data, 'backup', file);
  const other = await freshData();
  await command(other, 'restore', file);
  const url = await urlOf(start({ ...other, HISTORY_DAYS: '2' }));
  const left = () => read('?limit=100', { ...service, url });
  await expect.poll(left).toEqual(kept);
});
