import { expect, it } from 'vitest';
import { INVENTORY_BASE, inventoryEndpoints } from '#contract/inventory.ts';
import { apiKeysOf } from '#service/data.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { API_HEADERS, modulePath, ownService } from '#service/test/running-service.test.helper.ts';

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

it('shows what is protected to those who have a key, and to nobody else', async () => {
  const patterns = { PROTECTED_BOT_USERS: 'prod-*, ci', PROTECTED_ROUTES: 'shop *' };
  const { url } = await ownService(patterns);
  const config = await (await fetch(`${url}/config.json`)).text();
  expect(config).not.toMatch(/prod-|ci"|shop/);
  expect(JSON.parse(config).write_rules).toEqual({ no_delete: false, changes_per_job: null });
  const protection = url + INVENTORY_BASE + inventoryEndpoints.protection.path;
  expect((await fetch(protection)).status).toBe(401);
  const shown = await fetch(protection, { headers: API_HEADERS });
  const rules = { protected_bot_users: ['prod-*', 'ci'], protected_routes: ['shop *'] };
  expect([shown.status, await shown.json()]).toEqual([200, rules]);
});

it('tells the page that deletion is off', async () => {
  const { url } = await ownService({ NO_DELETE: 'on' });
  const config = await (await fetch(`${url}/config.json`)).text();
  expect(JSON.parse(config).write_rules).toEqual({ no_delete: true, changes_per_job: null });
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
  const key = await apiKeysOf(account).create({ name: 'reader', read_only: true }, testAuthor);
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
