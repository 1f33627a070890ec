import { errorCode, reasonOf } from '#service/domain/errors.ts';
import { UniqueViolation, type Database, type Read } from '#service/storage/database.ts';

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
  [
    `CREATE TABLE history (
       id text COLLATE "C" PRIMARY KEY, key_id text COLLATE "C" NOT NULL, key_label text NOT NULL, person text,
       operation_id text NOT NULL, operation text COLLATE "C" NOT NULL, resource_type text NOT NULL,
       resource_id text COLLATE "C" NOT NULL, edge_id text, name text NOT NULL,
       old_name text, old_active boolean, old_policy_ids text,
       new_name text, new_active boolean, new_policy_ids text
     )`,
    'CREATE INDEX history_resource ON history (resource_id, id)',
    'CREATE INDEX history_key ON history (key_id, id)',
    'CREATE INDEX history_operation ON history (operation, id)',
    'CREATE INDEX history_person ON history (person, id) WHERE person IS NOT NULL',
  ],
];

/** Version of the data that this program writes. */
export const DATA_VERSION = MIGRATIONS.length;

/**
 * Brings the database to this program's version, in one transaction: several processes may do so at once, and any of
 * them may be killed.
 *
 * @throws {RangeError} a newer version of the program has written it, or it holds tables of something else
 */
export async function migrate(database: Database): Promise<void> {
  try {
    await database.transaction(async (run) => {
      await run('CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY)');
      for (let version = await readVersion(run); version < DATA_VERSION; version += 1) {
        for (const sql of MIGRATIONS[version] ?? []) await run(sql);
        await run(`INSERT INTO migrations (version) VALUES (${version + 1})`);
      }
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new RangeError(`it holds tables of something else: ${reasonOf(error)}`);
  }
}

/**
 * Changes nothing.
 *
 * @returns `undefined` where no Gatehouse has written anything
 * @throws {RangeError} a newer version of the program has written it
 */
export const findVersion = ({ read }: Database): Promise<number | undefined> =>
  readVersion(read).catch((error: unknown) => {
    const hasNoTable = errorCode(error) === '42P01' || /no such table/.test(String(error));
    if (hasNoTable) return undefined;
    throw error;
  });

async function readVersion(read: Read): Promise<number> {
  const sql = 'SELECT max(version) AS version FROM migrations';
  const version = (await read<{ version: number | null }>(sql))[0]?.version ?? 0;
  if (version <= DATA_VERSION) return version;
  throw new RangeError(`version ${version} of a newer Gatehouse, this one knows ${DATA_VERSION}`);
}
