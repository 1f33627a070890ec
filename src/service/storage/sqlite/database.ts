import { statSync } from 'node:fs';
import { storageUnavailable } from '#service/domain/errors.ts';
import { UniqueViolation, type Database } from '#service/storage/database.ts';
import { createGroupCommit, rollBack } from '#service/storage/sqlite/group-commit.ts';
import {
  isDiskFailure,
  isUniqueViolation,
  openSqlite,
  type SqliteConnection,
} from '#service/storage/sqlite/driver.ts';

/**
 * @param path of the file
 * @param options.shared another process may serve the file: its log must not be moved under its feet
 */
export async function openSqliteDatabase(path: string, { shared = false } = {}): Promise<Database> {
  const connection = await connect(path);
  if (shared) connection.exec('PRAGMA wal_autocheckpoint = 0');
  const write = createGroupCommit(connection);
  let revision = 0;

  return {
    async read(sql, ...values) {
      try {
        return connection.run(sql, values).rows;
      } catch (error) {
        return throwTranslated(error);
      }
    },
    write: (sql, ...values) =>
      write(() => {
        revision += 1; // also when it fails: one read too many does no harm
        return connection.run(sql, values);
      }, 'one').catch(throwTranslated),
    writeAll: (statements) =>
      write(() => {
        revision += 1;
        for (const { sql, values } of statements) connection.run(sql, values);
      }, 'several').catch(throwTranslated),
    probe: (sql) => write(() => void connection.run(sql), 'one').catch(throwTranslated),
    async load(statements) {
      revision += 1;
      connection.exec('BEGIN IMMEDIATE');
      try {
        for await (const { sql, values } of statements) connection.run(sql, values);
        connection.exec('COMMIT');
      } catch (error) {
        rollBack(connection);
        throwTranslated(error);
      }
    },
    async snapshot(work) {
      const second = await connect(path);
      try {
        second.exec('BEGIN');
        return await work(async (sql, ...values) => second.run(sql, values).rows);
      } finally {
        second.close();
      }
    },
    quoteJson: (column) => `json_quote(${column})`,
    stats: () => ({ gatehouse_storage_wal_bytes: sizeOf(`${path}-wal`) }),
    revision: () => (shared ? undefined : revision),
    close: async () => connection.close(),
  };
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function connect(path: string): Promise<SqliteConnection> {
  const connection = await openSqlite(path);
  try {
    // The log is worked off every 16 MB, not every 4: that takes as long as a thousand writes.
    connection.exec(
      `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = wal; PRAGMA synchronous = full;
       PRAGMA foreign_keys = on; PRAGMA wal_autocheckpoint = 4000`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function throwTranslated(error: unknown): never {
  if (isUniqueViolation(error)) throw new UniqueViolation('Already exists', { cause: error });
  if (isDiskFailure(error)) throw storageUnavailable(error);
  throw error;
}
