import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { INVENTORY_BASE, inventoryEndpoints } from '#contract/inventory.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { createRateLimit, createRequestCounts } from '#service/domain/rate-limit.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { API_HEADERS, modulePath, ownService } from '#service/test/running-service.test.helper.ts';
import { proxyTo, saying } from '#service/test/upstream.test.helper.ts';

const edge_id = 'edge';
const route = (id: string) => modulePath({ edge_id, id });
const [one, other, third] = ['route_1', 'route_2', 'route_3'] as const;

it('changes no bot user whose name is protected, and every other', async () => {
  const { api } = await ownService({ PROTECTED_BOT_USERS: 'nothing, prod-*' });
  const create = async (name: string) =>
    `/bot_users/${(await api('POST', '/bot_users', { body: { name } })).json.id}`;
  const prod = await create('prod-deploy');
  const test = await create('test-deploy');
  const refused = await api('PATCH', prod, { body: { active: false } });
  expect(outcome(refused)).toBe('403 PROTECTED');
  expect(refused.json.msg).toContain('PROTECTED_BOT_USERS');
  expect((await api('GET', prod)).json).toMatchObject({ name: 'prod-deploy', active: true });
  // From now on it is protected as well.
  expect(outcome(await api('PATCH', test, { body: { name: 'prod-test' } }))).toBe('200');
  expect(outcome(await api('DELETE', test))).toBe('403 PROTECTED');
});

it('changes no module of a protected route', async () => {
  const { api, account } = await ownService({ PROTECTED_ROUTES: `${one},*/${other}` });
  const routes = [one, other, third].map((id) => ({ id, edge_id, label: id.slice(-2) }));
  await account.stores.ipRestrictions.addRoutes(routes, testAuthor);
  const body = { enabled: false, ip_policy_ids: [] };
  const refused = await api('PUT', route(one), { body });
  expect(outcome(refused)).toBe('403 PROTECTED');
  expect(refused.json.msg).toContain('PROTECTED_ROUTES');
  expect(outcome(await api('DELETE', route(other)))).toBe('403 PROTECTED');
  expect(outcome(await api('GET', route(one)))).toBe('404 MODULE_NOT_FOUND');
  expect(outcome(await api('PUT', route(third), { body }))).toBe('200');
});

it('shows what is protected to those who have a key, and that deletion is off to everybody', async () => {
  const patterns = { PROTECTED_BOT_USERS: 'prod-*, ci', PROTECTED_ROUTES: 'shop *' };
  const { url } = await ownService({ ...patterns, NO_DELETE: 'on' });
  const config = await (await fetch(`${url}/config.json`)).text();
  expect(config).not.toMatch(/prod-|ci"|shop/);
  expect(JSON.parse(config).write_rules).toEqual({ no_delete: true, changes_per_job: null });
  const protection = url + INVENTORY_BASE + inventoryEndpoints.protection.path;
  expect((await fetch(protection)).status).toBe(401);
  const shown = await fetch(protection, { headers: API_HEADERS });
  const told = { protected_bot_users: ['prod-*', 'ci'], protected_routes: ['shop *'] };
  expect([shown.status, await shown.json()]).toEqual([200, told]);
});

it('lets a key make so many changes a minute, and read on', async () => {
  const { api } = await ownService({ WRITES_PER_MINUTE: '2' });
  const create = (name: string) => api('POST', '/bot_users', { body: { name } });
  const answers = [await create('a'), await create('a'), await create('b')];
  expect(answers.map(outcome)).toEqual(['201', '409 NAME_TAKEN', '429 WRITES_LIMITED']);
  expect(outcome(await api('GET', '/bot_users'))).toBe('200');
});

it('says of a key what it may do, and how many requests it has left', async () => {
  const { api, account } = await ownService({ RATE_LIMIT: '2' });
  const key = await account.apiKeys.create({ name: 'reader', read_only: true }, testAuthor);
  const headers = { Authorization: `Bearer ${key}` };
  const answers = [
    await api('GET', '/bot_users', { headers }),
    await api('POST', '/bot_users', { headers, body: { name: 'a' } }),
    await api('GET', '/bot_users', { headers }),
    await api('GET', '/bot_users'),
  ];
  expect(answers.map(outcome)).toEqual(['200', '403 KEY_READ_ONLY', '429 RATE_LIMITED', '200']);
  const sent = (name: string) => answers.map((answer) => answer.headers.get(name));
  expect(sent('key-access')).toEqual(['read-only', 'read-only', 'read-only', null]);
  expect(sent('ratelimit-remaining')).toEqual(['1', '0', '0', '1']);
});

const rules = { protected_bot_users: ['prod-*'], protected_routes: ['prod *'] };

const named = (name: string) => JSON.stringify({ id: 'x1', name });

/** By an upstream of another kind, which answers a read of its one bot user so, and takes every change. */
async function patch(read: RequestListener, protection = rules, path = '/bot_users/x1') {
  const change = saying(200, '{"changed":true}');
  const { stub, proxy } = await proxyTo(
    (request, response) => (request.method === 'GET' ? read : change)(request, response),
    { protection },
  );
  const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' };
  const response = await proxy.ask('PATCH', path, { headers, body: '{"active":false}' });
  const methods = stub.asked().map((line) => line?.split(' ')[0]);
  return { result: [outcome(response), ...methods], heads: stub.heads };
}

it.each([
  ['of another name', saying(200, named('test'))],
  ['not there, so without a name', saying(404, '{}')],
])('passes a change on after a read with its key says that it is %s', async (_, answer) => {
  const { result, heads } = await patch(answer);
  expect(result).toEqual(['200', 'GET', 'PATCH']);
  expect(heads[0]).toContain('authorization: Bearer k');
});

/** Although nobody has asked for that. */
const compressed = saying(200, gzipSync(named('prod-x')), { 'Content-Encoding': 'gzip' });

it.each([
  ['a protected name', saying(200, named('prod-x')), '403 PROTECTED'],
  ['a protected name that is compressed', compressed, '403 PROTECTED'],
  ['a name behind a byte order mark', saying(200, `\ufeff${named('prod-x')}`), '403 PROTECTED'],
  ['a protected name as it was copied', saying(203, named('prod-x')), '403 PROTECTED'],
  ['no name', saying(200, '{}'), '502 UPSTREAM_UNREADABLE'],
  ['nothing', saying(204, ''), '502 UPSTREAM_UNREADABLE'],
  ['a refusal, which is the answer', saying(401, '{"error_code":"THEIRS"}'), '401 THEIRS'],
])('passes no change on after a read gives %s', async (_, answer, expected) => {
  expect((await patch(answer)).result).toEqual([expected, 'GET']);
});

it('reads nothing where only ids are protected, and refuses those, encoded or not', async () => {
  const id = 'bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa';
  const ids = { protected_bot_users: [id], protected_routes: [] };
  expect((await patch(saying(500, ''), ids)).result).toEqual(['200', 'PATCH']);
  for (const spelling of [id, `%62${id.slice(1)}`]) {
    const { result } = await patch(saying(500, ''), ids, `/bot_users/${spelling}`);
    expect(result).toEqual(['403 PROTECTED']);
  }
});

it('protects routes by the labels that everybody sees', async () => {
  const routes = [
    { id: 'r1', edge_id: 'e', label: 'prod api' },
    { id: 'r2', edge_id: 'e', label: 'test api' },
  ];
  const { stub, proxy } = await proxyTo(saying(200, '{}'), {
    protection: rules,
    shared: { routes, ip_policies: [] },
  });
  const remove = (id: string) => proxy.ask('DELETE', `/edges/https/e/routes/${id}/ip_restriction`);
  for (const spelling of ['r1', '%72%31'])
    expect((await remove(spelling)).json.error_code).toBe('PROTECTED');
  expect((await remove('r2')).status).toBe(200);
  // What is protected is read without a question before.
  expect((await proxy.ask('GET', '/bot_users/x1')).status).toBe(200);
  expect(stub.heads).toHaveLength(2);
});

it('counts the changes of each key, and passes reads', async () => {
  const writeLimit = createRateLimit(1, createRequestCounts());
  const { proxy } = await proxyTo(saying(200, '{}'), { writeLimit });
  const ask = (method: string, key: string, scheme = 'Bearer') =>
    proxy.ask(method, '/bot_users/x1', { headers: { Authorization: `${scheme} ${key}` } });
  expect(outcome(await ask('DELETE', 'one'))).toBe('200');
  for (const scheme of ['Bearer', 'bearer', 'Bearer '])
    expect(outcome(await ask('DELETE', 'one', scheme))).toBe('429 WRITES_LIMITED');
  expect(outcome(await ask('GET', 'one'))).toBe('200');
  expect(outcome(await ask('DELETE', 'other'))).toBe('200');
});
