import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStores } from '#service/data.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { readSettings } from '#service/settings.ts';
import { databasePath } from '#service/storage/sqlite/directory.ts';
import { openSqlite } from '#service/storage/sqlite/driver.ts';
import { temporaryDirectory } from '#service/test/running-service.test.helper.ts';

const open = (dataDir: string, { shared = false } = {}) =>
  openStores(readSettings({ DATA_DIR: dataDir }), { shared });

it('keeps the files for their owner, and the directory for one user at a time', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const opened = await open(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const file of ['gatehouse.sqlite', 'gatehouse.sqlite-wal'])
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  await expect(open(directory)).rejects.toThrow(/in use by another Gatehouse/);
  await (await open(directory, { shared: true })).close();
  await opened.close();
  await (await open(directory)).close();
});

it('has every answered write on the disk: a log that each commit syncs', async () => {
  const { database, close } = await open(temporaryDirectory());
  expect(await database.read('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]); // full
  expect(await database.read('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  await close();
});

it('goes on while a command has the lock, and writes when that is free', async () => {
  const directory = temporaryDirectory();
  const { database, close } = await open(directory);
  const command = await openSqlite(databasePath(directory));
  command.exec('BEGIN IMMEDIATE');
  const write = (id: string) =>
    database.write('INSERT INTO ip_policies (id, description) VALUES ($1, $1)', id);
  const first = write('ipp_1');
  // SQLite itself would let nothing else run for five seconds, and then give up.
  await sleep(50);
  const second = write('ipp_2');
  command.exec('COMMIT');
  expect([(await first).count, (await second).count]).toEqual([1, 1]);
  command.close();
  await close();
});

it('has another revision after a write of its own, and within 5 ms of one of a command beside it', async () => {
  const directory = temporaryDirectory();
  const { database, close } = await open(directory);
  const before = [database.revision(), database.othersRevision()];
  await database.write("INSERT INTO ip_policies (id, description) VALUES ('ipp_1', '')");
  const own = database.revision();
  expect(own).not.toBe(before[0]);
  expect(database.othersRevision()).toBe(before[1]);
  const beside = await open(directory, { shared: true });
  await beside.database.write('DELETE FROM ip_policies');
  await beside.close();
  await sleep(5);
  expect(database.revision()).not.toBe(own);
  expect(database.othersRevision()).not.toBe(before[1]);
  await close();
});

it('leaves all data in the one file when it is closed, and not before', async () => {
  const [directory, copy] = [temporaryDirectory(), temporaryDirectory()];
  const { stores, database, close } = await open(directory);
  const beside = await open(directory, { shared: true });
  const add = (to: typeof stores, id: string) =>
    to.ipRestrictions.addPolicies([{ id, description: '' }], testAuthor);
  await add(beside.stores, 'ipp_1');
  await beside.close();
  expect(database.stats()['gatehouse_storage_wal_bytes']).toBeGreaterThan(0);
  await add(stores, 'ipp_2');
  await close();
  cpSync(databasePath(directory), databasePath(copy));
  const copied = await open(copy);
  expect(await copied.stores.ipRestrictions.policies()).toHaveLength(2);
  await copied.close();
});

it('brings data of the first version to this one', async () => {
  const directory = temporaryDirectory();
  const old = await openSqlite(databasePath(directory));
  old.exec(`CREATE TABLE migrations (version integer PRIMARY KEY); INSERT INTO migrations VALUES (1);
    CREATE TABLE account (created_at text NOT NULL); INSERT INTO account VALUES ('2026-01-02');
    CREATE TABLE api_keys (id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, created_at text NOT NULL);
    INSERT INTO api_keys VALUES ('key_1', 'first key', 'abc', '2026-01-02');
    CREATE TABLE bot_users (id text PRIMARY KEY, name text NOT NULL UNIQUE, active integer NOT NULL, created_at text NOT NULL);
    INSERT INTO bot_users VALUES ('bot_1', 'old', 0, '2026-01-02');
    CREATE TABLE edges (id text PRIMARY KEY);
    CREATE TABLE routes (id text PRIMARY KEY, edge_id text NOT NULL REFERENCES edges, label text NOT NULL);
    CREATE TABLE ip_policies (id text PRIMARY KEY, description text NOT NULL);
    CREATE TABLE ip_restrictions (route_id text PRIMARY KEY REFERENCES routes, enabled integer NOT NULL, ip_policy_ids text NOT NULL)`);
  old.close();
  await expect(open(directory, { shared: true })).rejects.toThrow(
    /^The data is of an older Gatehouse \(version 1, /,
  );
  const { stores, close } = await open(directory);
  expect(await stores.account.isSetUp()).toBe(true);
  expect(await stores.apiKeys.find('abc')).toMatchObject({ read_only: false, revoked_at: null });
  expect(await stores.botUsers.find('bot_1')).toMatchObject({ name: 'old', active: false });
  await close();
});
