import { DomainError } from '#service/domain/domain-error.ts';
import { UniqueViolation, type Database, type SqlValue } from '#service/storage/database.ts';

/**
 * Entry n brings a database from version n to n + 1. Only ever add to the end.
 *
 * Ids are compared by their bytes: they grow with time, and another collation would mix up the order of lists.
 */
const MIGRATIONS = [
  [
    'CREATE TABLE account (created_at text NOT NULL)',
    `CREATE TABLE api_keys (
       id text COLLATE "C" PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, created_at text NOT NULL
     )`,
    `CREATE TABLE bot_users (
       id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, active boolean NOT NULL,
       created_at text NOT NULL
     )`,
    'CREATE TABLE edges (id text COLLATE "C" PRIMARY KEY)',
    `CREATE TABLE routes (
       id text COLLATE "C" PRIMARY KEY, edge_id text COLLATE "C" NOT NULL REFERENCES edges,
       label text COLLATE "C" NOT NULL
     )`,
    'CREATE TABLE ip_policies (id text COLLATE "C" PRIMARY KEY, description text NOT NULL)',
    `CREATE TABLE ip_restrictions (
       route_id text COLLATE "C" PRIMARY KEY REFERENCES routes, enabled boolean NOT NULL,
       ip_policy_ids text NOT NULL
     )`,
  ],
  [
    'ALTER TABLE account ADD COLUMN id integer NOT NULL DEFAULT 1',
    'ALTER TABLE api_keys ADD COLUMN read_only boolean NOT NULL DEFAULT false',
    'ALTER TABLE api_keys ADD COLUMN revoked_at text',
    `CREATE TABLE request_counts (
       key_id text NOT NULL, second bigint NOT NULL, count integer NOT NULL, PRIMARY KEY (key_id, second)
     )`,
  ],
  ['CREATE UNIQUE INDEX account_id ON account (id)'],
  // Which data is demonstration data, as JSON: see `stores/account.ts`.
  ['ALTER TABLE account ADD COLUMN demonstration text'],
];

/** Version of the data that this program writes. */
export const DATA_VERSION = MIGRATIONS.length;

/**
 * Brings the database to this program's version. Several processes may do so at once, and any of them may be killed.
 * Not every engine rolls back `CREATE TABLE`, so each statement runs alone and may find its work done; the version is
 * written last.
 *
 * @throws {RangeError} a newer version of the program has written it, or it holds tables of something else
 */
export async function migrate(database: Database): Promise<void> {
  const from = await readVersion(database);
  if (from > DATA_VERSION) throw newerVersion(from);
  const collation = (await comparesByLanguage(database)) ? COLLATION : '';

  for (let version = from; version < DATA_VERSION; version += 1) {
    for (const sql of MIGRATIONS[version] ?? [])
      await unlessThere(database, sql.replaceAll(COLLATION, collation));
    await unlessThere(database, `INSERT INTO migrations (version) VALUES (${version + 1})`);
  }
}

export const newerVersion = (version: number) =>
  new RangeError(`version ${version} of a newer Gatehouse, this one knows ${DATA_VERSION}`);

async function unlessThere({ writeAll }: Database, sql: string): Promise<void> {
  try {
    await writeAll([{ sql, values: [] }]);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
  }
}

const COLLATION = ' COLLATE "C"';

/** Engines that compare by bytes anyway know no collation of that name. */
async function comparesByLanguage({ read }: Database): Promise<boolean> {
  const [row] = await read("SELECT 'a' < 'B' AS by_language");
  return Boolean(row?.['by_language']);
}

async function readVersion(database: Database): Promise<number> {
  const found = await findVersion(database);
  if (found !== undefined) return found;
  // Only when it is missing: the service's database user may have no right to create tables.
  await unlessThere(database, 'CREATE TABLE migrations (version integer PRIMARY KEY)');
  return 0;
}

/**
 * Changes nothing.
 *
 * @returns `undefined` where no Gatehouse has written anything
 * @throws {RangeError} it holds tables of something else
 */
export async function findVersion(database: Database): Promise<number | undefined> {
  const version = async () => tryRead(database, 'SELECT max(version) AS found FROM migrations');
  const hasBotUsers = async () =>
    (await tryRead(database, 'SELECT 1 AS found FROM bot_users LIMIT 1')) !== undefined;

  // Read again at the end: another process may have created both tables between the first two reads.
  const found = (await version()) ?? ((await hasBotUsers()) ? await version() : NaN);
  if (found === undefined)
    throw new RangeError('it has a table bot_users that is not of Gatehouse');
  return Number.isNaN(found) ? undefined : Number(found);
}

/** @returns `undefined` when there is no such table */
async function tryRead({ read }: Database, sql: string): Promise<SqlValue | undefined> {
  try {
    return (await read(sql))[0]?.['found'] ?? 0;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return undefined;
  }
}
