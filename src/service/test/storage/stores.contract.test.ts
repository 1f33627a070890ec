import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAccount, type OpenData } from '#service/data.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { readSettings, type Settings } from '#service/settings.ts';
import { UniqueViolation } from '#service/storage/database.ts';
import { createAccountStore } from '#service/storage/stores/account.ts';
import { freshData, storedBotUsers } from '#service/test/running-service.test.helper.ts';

let settings: Settings;
let open: OpenData;

beforeEach(async () => {
  settings = readSettings(await freshData());
  open = await openAccount(settings, { shared: false });
});
afterEach(() => open.close());
const AT = '2026-01-02T03:04:05Z';
const bot = (id: string, name = id) => ({ id: `bot_${id}`, name, active: true, created_at: AT });
const ROUTE = { id: 'route', edge_id: 'edge', label: 'label' };
const NOTHING = { botUsers: [], routes: [], ipPolicies: [], ipRestrictions: [] };

it('leaves the other writes of a turn alone when one fails, or finds its name taken', async () => {
  const { database, stores } = open;
  const insert = (id: string): [string, string] => ['INSERT INTO edges (id) VALUES ($1)', id];
  const inserts = Promise.allSettled(['a', 'a', 'b'].map((id) => database.write(...insert(id))));
  const bots = Object.entries({ a: 'same', b: 'same', c: 'other' }).map((each) => bot(...each));
  const insertBot = (record: ReturnType<typeof bot>) =>
    stores.botUsers.insert(record, testAuthor).then(
      () => record.name,
      ({ code }): string => code,
    );
  const names = await Promise.all(bots.map(insertBot));
  const [last, ...same] = (await inserts).map(({ status }): string => status).toReversed();
  // PostgreSQL may take the second of two writes first.
  expect([last, same.toSorted()]).toEqual(['fulfilled', ['fulfilled', 'rejected']]);
  await expect(database.writeAll(['c', 'a'].map(insert))).rejects.toThrow(UniqueViolation);
  expect(names.toSorted()).toEqual(['NAME_TAKEN', 'other', 'same']);
  expect(names[2]).toBe('other');
  const edges = await database.read('SELECT id FROM edges ORDER BY id');
  expect(edges.map(({ id }) => id)).toEqual(['a', 'b']);
});

it.each(['setUp', 'add'] as const)(
  'sets an account up as a whole or not at all: %s',
  async (how) => {
    const { account, botUsers } = open.stores;
    const broken = { ...NOTHING, botUsers: [bot('a'), bot('a', 'same id')] };
    await expect(account[how](AT, broken)).rejects.toThrow(UniqueViolation);
    expect([await account.isSetUp(), await botUsers.page(1)]).toEqual([false, []]);
    await account[how](AT, { ...NOTHING, botUsers: [bot('a')] });
    await account.setUp('2027-01-01T00:00:00Z', { ...NOTHING, botUsers: [bot('b')] });
    await account.add('2027-01-01T00:00:00Z', { ...NOTHING, botUsers: [bot('c')] });
    const rows = await open.database.read('SELECT created_at FROM account');
    expect(rows).toEqual([{ created_at: AT }]);
    expect((await storedBotUsers(open)).map(({ name }) => name)).toEqual(['c', 'a']);
  },
);

it('removes the demonstration data and nothing that people added to it', async () => {
  const { account, apiKeys, botUsers, ipRestrictions } = open.stores;
  const demo = demoAccount(new Date(), open.newId);
  const [first, second] = demo.routes;
  const [used, unused] = demo.ipPolicies;
  if (!(first && second && used && unused)) throw new Error('There are six routes, eight policies');
  await account.setUp(AT, demo);

  // Of a machine whose clock was set back since.
  const oldest = open.newId('bot', new Date(0));
  const own = { ...bot(''), id: oldest, created_at: '1999-01-01T00:00:00Z' };
  await botUsers.insert(own, testAuthor);
  await open.apiKeys.create({ name: 'own', read_only: true }, testAuthor);
  const keys = await apiKeys.list();
  const route = { id: 'own', edge_id: first.edge_id, label: 'on a demonstration edge' };
  const renamed = { ...second, label: 'demonstration, named anew' };
  await ipRestrictions.addRoutes([route, renamed], testAuthor);
  const policy = { id: 'ipp_own', description: '' };
  await ipRestrictions.addPolicies([policy], testAuthor);
  const module = { enabled: true, ip_policy_ids: [policy.id, used.id] };
  await ipRestrictions.replace(route.id, module, undefined, testAuthor);
  const before = await ipRestrictions.find(second.id);
  const changed = { ...module, ip_policy_ids: [unused.id] };
  await ipRestrictions.replace(second.id, changed, before, testAuthor);

  const writeAll = vi.fn<typeof open.database.writeAll>(open.database.writeAll);
  const { clearDemonstration } = createAccountStore({ ...open.database, writeAll });
  expect(await clearDemonstration(testAuthor)).toEqual([used.id]);
  // Other writes come in between.
  const together = writeAll.mock.calls.map(([changes]) => [...changes].length);
  expect(together.slice(0, 2)).toEqual([200, 50]);
  expect(await account.isDemonstration()).toBe(false);
  expect(await storedBotUsers(open)).toEqual([own]);
  expect(await apiKeys.list()).toEqual(keys);
  expect(await ipRestrictions.routes()).toEqual([route]);
  expect(await ipRestrictions.find(route.id)).toEqual(module);
  expect(await open.database.read('SELECT id FROM edges')).toEqual([{ id: route.edge_id }]);
  const left = (await ipRestrictions.policies()).map(({ id }) => id);
  expect(new Set(left)).toEqual(new Set([policy.id, used.id]));
  expect(await account.isSetUp()).toBe(true);
});

it('knows the routes that use a policy by its whole id', async () => {
  const { ipRestrictions } = open.stores;
  const policies = ['a_b', 'axb', 'a_bc', 'b'].map((id) => ({ id, description: '' }));
  const module = { enabled: false, ip_policy_ids: ['x', 'a_b'] };
  await ipRestrictions.addRoutes([ROUTE], testAuthor);
  await ipRestrictions.addPolicies(policies, testAuthor);
  await ipRestrictions.replace(ROUTE.id, module, undefined, testAuthor);
  expect(await ipRestrictions.usersOf('a_b')).toEqual([ROUTE]);
  for (const id of ['axb', 'a_bc', 'b', 'a']) expect(await ipRestrictions.usersOf(id)).toEqual([]);
  await ipRestrictions.removePolicies(['a_b', 'b', 'axb'], testAuthor);
  expect((await ipRestrictions.policies()).map(({ id }) => id)).toEqual(['a_b', 'a_bc']);
});

it('makes no module of a route that is gone, and says so', async () => {
  const { ipRestrictions } = open.stores;
  const module = { enabled: true, ip_policy_ids: [] };
  const replaced = ipRestrictions.replace('gone', module, undefined, testAuthor);
  await expect(replaced).rejects.toMatchObject({ name: 'ServiceError', code: 'ROUTE_NOT_FOUND' });
  expect(await ipRestrictions.find('gone')).toBeUndefined();
});

it('makes every change of a module that comes without a condition at once', async () => {
  const { ipRestrictions, history } = open.stores;
  await ipRestrictions.addRoutes([ROUTE], testAuthor);
  const write = vi.fn<typeof ipRestrictions.replace>(ipRestrictions.replace);
  const { replace } = createIpRestrictions({ ...ipRestrictions, replace: write });
  const change = (_: unknown, at: number) =>
    replace(ROUTE, { enabled: at % 2 === 0, ip_policy_ids: [] }, testAuthor);
  await change('the first one', 0);
  await Promise.all(Array.from({ length: 50 }, change));
  expect(write).toHaveBeenCalledTimes(51);
  expect(await history.page({ resource: 'route' }, 99)).toHaveLength(52);
});

it('counts requests of a key in a rolling minute, and no more than fit', async () => {
  const { requestCounts } = open.stores;
  const add = (second: number) => requestCounts.add('key_1', second, 2);
  expect(await add(100)).toEqual({ added: true, counts: [{ second: 100, count: 1 }] });
  expect((await add(130)).added).toBe(true);
  expect((await add(159)).added).toBe(false);
  const counts = [130, 160].map((second) => ({ second, count: 1 }));
  expect(await add(160)).toEqual({ added: true, counts });
});

it('shows a snapshot one moment, whatever is written meanwhile', async () => {
  await open.stores.botUsers.insert(bot('a'), testAuthor);
  const other = await openAccount(settings, { shared: true });
  const seen = await open.database.snapshot(async (read) => {
    const before = await read('SELECT id FROM bot_users');
    await other.stores.botUsers.insert(bot('b'), testAuthor);
    return [before, await read('SELECT id FROM bot_users')];
  });
  await other.close();
  expect(seen).toEqual([[{ id: 'bot_a' }], [{ id: 'bot_a' }]]);
  expect(await storedBotUsers(open)).toHaveLength(2);
});

it('goes on with greater ids after it was closed and opened again', async () => {
  const last = open.newId('bot', new Date('2100-01-01'));
  await open.stores.botUsers.insert({ ...bot('a'), id: last }, testAuthor);
  await open.close();
  open = await openAccount(settings, { shared: false });
  expect(open.newId('bot', new Date()) > last).toBe(true);
});

it('refuses data of a newer version', async () => {
  await open.database.write('INSERT INTO migrations (version) VALUES (99)');
  await open.close();
  open = { ...open, close: async () => undefined };
  await expect(openAccount(settings, { shared: false })).rejects.toThrow(
    /^Cannot open .*version 99.*: use the program that has written it, or set (DATA_DIR|DATABASE_URL)/,
  );
});
