import type { Database } from '#service/storage/sqlite.ts';

/** Entry n brings a database from version n to n + 1. Only ever add to the end. */
const MIGRATIONS = [
  `CREATE TABLE account (created_at text NOT NULL);
   CREATE TABLE api_keys (
     id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, created_at text NOT NULL
   );
   CREATE TABLE bot_users (
     id text PRIMARY KEY, name text NOT NULL UNIQUE, active integer NOT NULL, created_at text NOT NULL
   );
   CREATE TABLE edges (id text PRIMARY KEY);
   CREATE TABLE routes (
     id text PRIMARY KEY, edge_id text NOT NULL REFERENCES edges, label text NOT NULL
   );
   CREATE TABLE ip_policies (id text PRIMARY KEY, description text NOT NULL);
   CREATE TABLE ip_restrictions (
     route_id text PRIMARY KEY REFERENCES routes, enabled integer NOT NULL, ip_policy_ids text NOT NULL
   )`,
];

/** @throws {RangeError} a newer version of the program has written the database */
export function migrate(database: Database): void {
  // Immediate, so that two processes cannot migrate at once.
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY)');
    const [row] = database.prepare('SELECT max(version) AS version FROM migrations').all();
    const version = Number(row?.['version'] ?? 0);
    if (version > MIGRATIONS.length) throw new RangeError(`unknown version ${version}`);

    const done = database.prepare('INSERT INTO migrations (version) VALUES ($1)');
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < version) continue;
      database.exec(sql);
      done.run(index + 1);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
