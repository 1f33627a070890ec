import { Failure } from '#service/domain/failure.ts';
import { UniqueViolation, type Database } from '#service/storage/database.ts';

/**
 * Entry n brings a database from version n to n + 1. Only ever add to the end.
 *
 * Ids are compared by their bytes: they grow with time, and another collation would mix up the order of lists.
 * A column and an index on it are two entries: some engines cannot do both in one transaction.
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
       key_id text NOT NULL, second integer NOT NULL, count integer NOT NULL, PRIMARY KEY (key_id, second)
     )`,
  ],
  ['CREATE UNIQUE INDEX account_id ON account (id)'],
];

/** Version of the data that this program writes. */
export const DATA_VERSION = MIGRATIONS.length;

/** Times that a step is tried while other processes are at it, and the longest wait between two, in ms. */
const TRIES = 100;
const WAIT_MS = 100;

/**
 * Brings the database to this program's version. Any number of processes may do so at once.
 *
 * @throws {RangeError} a newer version of the program has written it
 */
export async function migrate(database: Database): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      const version = await readVersion(database);
      if (version > DATA_VERSION)
        throw new RangeError(
          `version ${version} of a newer Gatehouse, this one knows ${DATA_VERSION}`,
        );
      const steps = MIGRATIONS[version];
      if (steps === undefined) return;
      // The version goes first: another process waits here, and finds the step done.
      const done = { sql: 'INSERT INTO migrations (version) VALUES ($1)', values: [version + 1] };
      await database.writeAll([done, ...steps.map((sql) => ({ sql, values: [] }))]);
    } catch (error) {
      if (!(error instanceof UniqueViolation) || tried > TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT_MS));
    }
  }
}

async function readVersion({ read, writeAll }: Database): Promise<number> {
  try {
    const [row] = await read('SELECT max(version) AS version FROM migrations');
    return Number(row?.['version'] ?? 0);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // Not before it is missed: the user of the running service may have no right to make tables.
    const sql = 'CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY)';
    await writeAll([{ sql, values: [] }]);
    return 0;
  }
}
