import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { insertRecords, type Database, type Statement } from '#service/storage/database.ts';
import { openPostgresDatabase } from '#service/storage/postgres/database.ts';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import { ownService, startService } from '#service/test/running-service.test.helper.ts';
import { findPgbouncer } from '../../../../.scripts/find-postgres.mjs';
import { startPgbouncer } from '../../../../.scripts/pgbouncer.mjs';

let url: string;
const opened: Database[] = [];
beforeAll(async () => {
  url = await freshDatabase();
});
afterAll(() => Promise.all(opened.map((database) => database.close())));

function open(connections = 1, at = url): Database {
  const database = openPostgresDatabase(at, connections);
  opened.push(database);
  return database;
}

const backend = async ({ read }: Pick<Database, 'read'>) =>
  Number((await read('SELECT pg_backend_pid() AS pid'))[0]?.['pid']);
const unavailable = expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' });

it('survives that its connection is ended in the middle of a transaction', async () => {
  const [database, other] = [open(), open()];
  await expect(
    database.snapshot(async (read) => {
      await other.read(`SELECT pg_terminate_backend(${await backend({ read })})`);
      return read('SELECT 1 AS one');
    }),
  ).rejects.toEqual(unavailable);
  expect(await database.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('holds its lock no longer than a minute after its client has vanished', () =>
  open().transaction(async (run) => {
    const [row] = await run('SHOW idle_in_transaction_session_timeout');
    expect(row).toEqual({ idle_in_transaction_session_timeout: '1min' });
  }));

it('repeats a read whose connection has died since it was last used', async () => {
  const [database, other] = [open(), open()];
  const pid = await backend(database);
  await other.read(`SELECT pg_terminate_backend(${pid})`);
  expect(await backend(database)).not.toBe(pid);
});

it('keeps its connection after a refused statement', async () => {
  const database = open();
  const pid = await backend(database);
  await database.write('CREATE TABLE taken (id integer PRIMARY KEY)');
  await database.write('INSERT INTO taken VALUES (1)');
  await expect(database.write('INSERT INTO taken VALUES (1)')).rejects.toThrow('Already exists');
  expect(await backend(database)).toBe(pid);
});

it('leaves a server that has become read-only for a new connection', async () => {
  const database = open();
  await database.write('CREATE TABLE kept (id integer PRIMARY KEY)');
  // What a primary does that has become a standby.
  await database.write('SET default_transaction_read_only = on');
  await expect(database.write('INSERT INTO kept VALUES (1)')).rejects.toEqual(unavailable);
  await database.write('INSERT INTO kept VALUES (1)');
  expect(await database.read('SELECT id FROM kept')).toEqual([{ id: 1 }]);
});

it('tells how many connections it has and how many wait for one', async () => {
  const database = open();
  const reads = Promise.all([1, 2, 3].map(() => database.read('SELECT 1 AS one')));
  expect(database.stats()).toEqual({
    gatehouse_storage_connections: 1,
    gatehouse_storage_connections_idle: 0,
    gatehouse_storage_connections_waiting: 2,
  });
  await reads;
  expect(database.stats()).toMatchObject({
    gatehouse_storage_connections_idle: 1,
    gatehouse_storage_connections_waiting: 0,
  });
});

it.concurrent('gives a statement up after five seconds, once', async () => {
  const database = open();
  await database.write('CREATE SEQUENCE tries'); // no failure takes back what it has counted
  const read = database.read("SELECT nextval('tries'), pg_sleep(30)");
  await expect(read).rejects.toEqual(unavailable);
  expect(await database.read('SELECT last_value::int AS count FROM tries')).toEqual([{ count: 1 }]);
});

it.concurrent('gives up on a server that never answers, once', async () => {
  const sockets = new Set<{ destroy(): void }>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens by TCP
  const database = open(1, `postgres://me@127.0.0.1:${port}/none`);
  await expect(database.read('SELECT 1 AS one')).rejects.toEqual(unavailable);
  expect(sockets.size).toBe(1);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it.concurrent('tries a transaction again when another one is in its way', async () => {
  const database = open(6);
  await database.write('CREATE TABLE rows (id integer PRIMARY KEY, count integer)');
  await database.write('INSERT INTO rows VALUES (1, 0), (2, 0)');
  const sql = 'UPDATE rows SET count = count + 1 WHERE id = $1';
  // Two orders of the same rows: some of these meet in a deadlock.
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      // Statements that are generated come only once.
      database.writeAll(
        (index % 2 === 0 ? [1, 2] : [2, 1]).map((id): Statement => [sql, id]).values(),
      ),
    ),
  );
  expect(await database.read('SELECT count FROM rows')).toEqual([{ count: 6 }, { count: 6 }]);
}, 60_000);

it.concurrent('tries a change again that a stricter isolation refuses', async () => {
  const strict = new URL(url);
  strict.searchParams.set('options', '-c default_transaction_isolation=serializable');
  const database = open(1, strict.href);
  await database.write('CREATE TABLE counted (count integer)');
  await database.write('INSERT INTO counted VALUES (0)');
  const sql = 'UPDATE counted SET count = count + 1';
  let waiting: Promise<unknown> | undefined;
  await open().transaction(async (run) => {
    await run(sql);
    waiting = database.write(sql);
    await run('SELECT pg_sleep(0.3)');
  });
  await waiting;
  expect(await database.read('SELECT count FROM counted')).toEqual([{ count: 2 }]);
});

const IDS = Array.from({ length: 30 }, (_, index) => `bot_${String(index).padStart(27, '0')}`);

/** The URL of a database with 30 bot users, through a pooler whose clients share one connection to the server. */
async function startPooled({ skip, onTestFinished }: TestContext): Promise<string> {
  const { missing } = findPgbouncer();
  if (missing !== undefined) return skip(missing);
  const direct = await freshDatabase();
  const pgbouncer = await startPgbouncer(direct, 1);
  onTestFinished(pgbouncer.stop);
  const { account, stop } = await startService({ DATABASE_URL: direct });
  const created_at = '2026-01-02T03:04:05Z';
  const records = IDS.map((id) => ({ id, name: id, active: true, created_at }));
  await account.database.writeAll(insertRecords('bot_users', records));
  await stop();
  return pgbouncer.url;
}

/** As when the pooler takes another connection to the server, but at once. */
async function forgetPreparedStatements(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('DEALLOCATE ALL');
  await client.end();
}

it('runs its own statements where another process has prepared others', async (context) => {
  const DATABASE_URL = await startPooled(context);
  const reader = await ownService({ DATABASE_URL });
  expect((await reader.api('GET', `/bot_users/${IDS[0]}`)).status).toBe(200);
  await forgetPreparedStatements(DATABASE_URL);

  const remover = await ownService({ DATABASE_URL });
  const missing = `/bot_users/bot_${'z'.repeat(27)}`;
  expect((await remover.api('DELETE', missing)).status).toBe(404);
  for (const id of IDS) expect((await reader.api('GET', `/bot_users/${id}`)).status).toBe(200);
  expect((await remover.api('GET', '/bot_users')).json.bot_users).toHaveLength(30);
});

it('uses no prepared statement in a transaction, which an unknown one would abort', async (context) => {
  const pooled = await startPooled(context);
  const database = open(1, pooled);
  const sql = 'SELECT count(*) AS count FROM bot_users';
  expect(await database.read(sql)).toEqual([{ count: '30' }]);
  await forgetPreparedStatements(pooled);
  expect(await database.snapshot((read) => read(sql))).toEqual([{ count: '30' }]);
});
