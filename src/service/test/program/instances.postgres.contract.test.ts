import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { createNewId, timeOf } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/text.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import type { Settings } from '#service/settings.ts';
import { DATA_VERSION } from '#service/storage/migrations.ts';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import { command, refusal } from '#service/test/program.test.helper.ts';
import {
  ownService,
  storedBotUsers,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

it('lets many instances begin on one empty database at once and agree', async () => {
  const data = { DATABASE_URL: await freshDatabase(), DEMO: 'on' };
  const services = await Promise.all(Array.from({ length: 4 }, () => ownService(data)));
  const create = (name: string) => ({ body: { name } });
  const newest = () => Promise.all(services.map(({ api }) => api('GET', '/bot_users?limit=1')));
  await newest(); // which none of them keeps
  await services[0]?.api('POST', '/bot_users', create('seen by all'));
  for (const { json } of await newest()) expect(json.bot_users[0].name).toBe('seen by all');
  const taken = services.map(({ api }) => api('POST', '/bot_users', create('once')));
  const made = (await Promise.all(taken)).filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  // The demonstration data is there once.
  for (const { account } of services) expect(await storedBotUsers(account)).toHaveLength(252);
});

it('tells of a removal by a command what another instance had changed just before', async () => {
  const [first, second] = await startTwo();
  const { ipRestrictions, history } = first.account.stores;
  await ipRestrictions.addRoutes([{ id: 'r', edge_id: 'e', label: '' }], testAuthor);
  await ipRestrictions.replace('r', { enabled: true, ip_policy_ids: [] }, undefined, testAuthor);
  const removals: Promise<unknown>[] = [];
  await second.account.database.transaction(async (run) => {
    await run('UPDATE ip_restrictions SET enabled = false');
    removals.push(ipRestrictions.removeRoutes(['r'], testAuthor));
    const waiting =
      "SELECT 1 AS one FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted";
    while ((await run(waiting)).length === 0) await sleep(10);
  });
  await Promise.all(removals);
  const [, removal] = await history.page({ resource: 'r' }, 2);
  expect(removal).toMatchObject({ operation: 'delete', before: { active: false } });
});

/** A database behind a line that can be cut: then it ends every connection, and begins none. */
async function startLine() {
  const target = new URL(await freshDatabase());
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [client, onward]) sockets.add(socket.on('error', () => {}));
    return void client.pipe(onward).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (now: boolean) => {
    isCut = now;
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port); // a TCP server has one
  return { url: url.href, cut, close: () => server.close() };
}

it('answers 503 while the database is away, and goes on by itself when it is back', async () => {
  const line = await startLine();
  const { url, api, defects } = await ownService({ DATABASE_URL: line.url });
  const create = (name: string) => api('POST', '/bot_users', { body: { name } });
  await create('before');

  line.cut(true);
  for (const answer of await Promise.all([api('GET', '/bot_users'), create('lost')])) {
    expect(answer).toMatchObject({ status: 503, json: { error_code: 'STORAGE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  // The page still starts.
  for (const path of ['/healthz', '/', '/config.json']) expect(await statusOf(path)).toBe(200);
  expect(await statusOf('/readyz')).toBe(503);

  line.cut(false);
  await expect.poll(async () => (await api('GET', '/bot_users')).status).toBe(200);
  expect((await create('after')).status).toBe(201);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect((await api('GET', '/bot_users')).json.bot_users).toHaveLength(2);
  expect(inspect(defects, { depth: 9 })).not.toContain(new URL(line.url).password);
  line.close();
});

it('makes no first key without a terminal, and says how to get one', async () => {
  const service = await ownService({ FIRST_API_KEY: '' });
  expect(service.announced.slice(1)).toEqual([
    expect.stringMatching(/^API key: {2}none yet; create one: .+ LABEL$/),
    expect.stringMatching(/^Data: {5}PostgreSQL at 127\.0\.0\.1:\d+$/),
  ]);
});

it('starts where its user may create no tables, and says after an upgrade who has to', async () => {
  const { data, account } = await ownService();
  await account.database.write('REVOKE CREATE ON SCHEMA public FROM pg_database_owner');
  const { api } = await ownService(data);
  expect((await api('GET', '/bot_users')).status).toBe(200);
  // Not where an upgrade creates some.
  await account.database.write(`DELETE FROM migrations WHERE version = ${DATA_VERSION}`);
  await expect(ownService(data)).rejects.toThrow(
    /permission denied.*: start once as the owner of the database/,
  );
});

it('says in one sentence why a command cannot open the data, without a password', async () => {
  const away = { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/gatehouse' };
  const refused = await command(away);
  expect(refused).toEqual(
    refusal(/^Cannot open the PostgreSQL database \(.*ECONNREFUSED.*\): check DATABASE_URL /),
  );
  expect(refused.stderr).not.toContain('hidden');
  const empty = { DATABASE_URL: await freshDatabase() };
  const none = refusal(/^There is no data in .+: check DATA_DIR .+ start the service once\./);
  expect(await command(empty, 'key', 'create', 'ops')).toEqual(none);
});

afterEach(() => void vi.useRealTimers());
const HOUR_MS = 3_600_000;

/** Two instances on one database. */
async function startTwo(settings: Partial<Settings> = {}) {
  const one = await ownService({}, settings);
  return [one, await ownService(one.data, settings)] as const;
}

/** Asks an instance whose own clock is off. */
async function withClock<Answer>(offMs: number, ask: () => Promise<Answer>): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
  const answer = await ask();
  vi.useRealTimers();
  return answer;
}

async function createBot({ api }: RunningService, name: string) {
  const { json } = await api('POST', '/bot_users', { body: { name } });
  expect(json.created_at).toBe(toTimestamp(timeOf(json.id)));
  return json;
}

const names = async ({ account }: RunningService) =>
  (await storedBotUsers(account)).map(({ name }) => name);

it('lists newest first, whatever the clocks of the instances say, and one that was ahead before', async () => {
  const [one, other] = await startTwo();
  for (const [name, service, offMs] of [
    ['a', one, HOUR_MS],
    ['b', other, -HOUR_MS],
    ['c', one, HOUR_MS],
  ] as const) {
    const { created_at } = await withClock(offMs, () => createBot(service, name));
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
  }
  expect(await names(one)).toEqual(['c', 'b', 'a']);

  const made = createNewId(randomBytes, undefined);
  const id = made('bot', new Date(Date.now() + HOUR_MS));
  // The next number carries over these digits.
  const last = `${id.slice(0, 18)}zz${id.slice(20)}`;
  const created_at = toTimestamp(timeOf(last));
  const insert = 'INSERT INTO bot_users (id, name, active, created_at) VALUES ($1, $2, $3, $4)';
  await one.account.database.write(insert, last, 'ahead', true, created_at);
  expect(await createBot(other, 'first')).toMatchObject({ created_at });
  expect(await createBot(one, 'second')).toMatchObject({ created_at });
  const before = ['second', 'first', 'ahead', 'c', 'b', 'a'];
  expect(await names(one)).toEqual(before);

  const atOnce = Array.from({ length: 20 }, (_, index) =>
    createBot(index % 2 === 0 ? one : other, `at once ${index}`),
  );
  for (const bot of await Promise.all(atOnce)) expect(bot).toMatchObject({ created_at });
  expect((await names(one)).slice(atOnce.length)).toEqual(before);
});

it('shares the requests and changes of a key among instances with different clocks', async () => {
  const [one, other] = await startTwo({ rateLimit: 4, writesPerMinute: 2 });
  const seen: string[] = [];
  for (const method of ['DELETE', 'DELETE', 'DELETE', 'GET', 'GET', 'GET']) {
    const [service, offMs] = seen.length % 2 === 0 ? [one, HOUR_MS] : [other, -HOUR_MS];
    const answer = await withClock(offMs, () => service.api(method, '/bot_users/none'));
    seen.push(`${outcome(answer)}, left: ${answer.headers.get('ratelimit-remaining')}`);
  }
  expect(seen).toEqual([
    '404 BOT_USER_NOT_FOUND, left: 3',
    '404 BOT_USER_NOT_FOUND, left: 2',
    '429 WRITES_LIMITED, left: 1',
    '404 BOT_USER_NOT_FOUND, left: 0',
    '429 RATE_LIMITED, left: 0',
    '429 RATE_LIMITED, left: 0',
  ]);
  // What was counted by a clock that has been set back since does not count any more.
  await one.account.database.write('UPDATE request_counts SET second = second + 3600');
  for (const status of [200, 200, 200, 200, 429])
    expect((await one.api('GET', '/bot_users')).status).toBe(status);
});
