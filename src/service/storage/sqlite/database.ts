import { statSync } from 'node:fs';
import { storageUnavailable } from '#service/domain/domain-error.ts';
import {
  ForeignKeyViolation,
  statementsOf,
  UniqueViolation,
  type Database,
  type Recorded,
  type SqlValue,
  type Statement,
  type Written,
} from '#service/storage/database.ts';
import {
  isDamaged,
  isDiskFailure,
  isForeignKeyViolation,
  isUniqueViolation,
  openSqlite,
  type SqliteConnection,
} from '#service/storage/sqlite/driver.ts';

/**
 * @param path of the file
 * @param options.shared another process may serve the file: only that one checkpoints the log
 */
export async function openSqliteDatabase(path: string, { shared = false } = {}): Promise<Database> {
  const connection = await connect(path);
  if (shared) connection.exec('PRAGMA wal_autocheckpoint = 0');
  const commit = createGroupCommit(connection);
  let ownRevision = 0;
  let others = 0;
  let othersReadAt = Number.NEGATIVE_INFINITY;
  let damage: unknown;

  const read = <Result>(sql: string, values: SqlValue[] = []) => {
    try {
      return connection.run<Result>(sql, values).rows;
    } catch (error) {
      return throwTranslated(error);
    }
  };

  async function run(statements: Statement[], undo?: Statement): Promise<Written> {
    try {
      return await commit(statements, undo);
    } catch (error) {
      return throwTranslated(error);
    } finally {
      ownRevision += 1; // also when it fails: one read too many does no harm
    }
  }

  function othersRevision(): number {
    if (performance.now() - othersReadAt < OTHERS_MS) return others;
    others = read<{ data_version: number }>('PRAGMA data_version')[0]?.data_version ?? 0;
    othersReadAt = performance.now();
    return others;
  }

  function throwTranslated(error: unknown): never {
    if (isDamaged(error)) damage ??= error;
    if (isUniqueViolation(error)) throw new UniqueViolation('Already exists', { cause: error });
    if (isForeignKeyViolation(error))
      throw new ForeignKeyViolation('Refers to what is not there', { cause: error });
    if (isDiskFailure(error)) throw storageUnavailable(error);
    throw error;
  }

  return {
    read: async (sql, ...values) => read(sql, values),
    write: async <Result>(sql: string, ...values: SqlValue[]) =>
      (await run([{ sql, values }])) as Written<Result>, // the caller names the columns
    async writeRecorded<Result>(recorded: Recorded) {
      const values = recorded.entryValues.slice(0, 1);
      const undo = { sql: 'DELETE FROM history WHERE id = $1', values };
      return (await run(statementsOf(recorded), undo)) as Written<Result>;
    },
    writeAll: async (statements) => void (await run([...statements])),
    async transaction(work) {
      try {
        connection.run('BEGIN IMMEDIATE');
        await work(async (sql, ...values) => connection.run<never>(sql, values).rows);
        connection.run('COMMIT');
      } catch (error) {
        rollBack(connection);
        throwTranslated(error);
      } finally {
        ownRevision += 1;
      }
    },
    async snapshot(work) {
      const second = await connect(path);
      try {
        second.exec('BEGIN');
        return await work(async (sql, ...values) => second.run<never>(sql, values).rows);
      } finally {
        second.close();
      }
    },
    async probe(sql) {
      // What is cached can still be changed when the file is damaged.
      if (damage !== undefined) throw storageUnavailable(damage);
      await commit([{ sql, values: [] }]).catch(throwTranslated);
    },
    now: async () => new Date(),
    stats: () => ({ gatehouse_storage_wal_bytes: sizeOf(`${path}-wal`) }),
    revision: () => ownRevision + othersRevision(), // both only grow
    othersRevision,
    async close() {
      if (!shared) emptyLog(connection);
      connection.close();
    },
  };
}

/**
 * How often it is looked whether another process has written, in ms. A look costs 14 µs, a third of a cached response;
 * and a command takes longer to end after it has written.
 */
const OTHERS_MS = 5;

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function connect(path: string): Promise<SqliteConnection> {
  const connection = await openSqlite(path);
  try {
    // A checkpoint every 16 MB, not every 4: it takes as long as a thousand writes.
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

/** Afterwards a copy of the file alone has all data. */
function emptyLog(connection: SqliteConnection): void {
  try {
    connection.exec('PRAGMA busy_timeout = 500; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full, or a command reads the log: nothing is lost, and the next start goes on with it.
  }
}

/**
 * All writes of one turn of the event loop share one transaction, and so one sync of the disk: with twenty writers that
 * is three times as many writes a second. When one fails the others still commit, unless the disk has failed.
 *
 * @returns runs statements, all or none; its promise settles when the commit is on the disk
 */
function createGroupCommit(connection: SqliteConnection) {
  interface Queued {
    statements: Statement[];
    undo: Statement | undefined;
    resolve: (written: Written) => void;
    reject: (error: unknown) => void;
  }
  let queue: Queued[] = [];

  function flush(): void {
    const group = queue;
    queue = [];
    try {
      connection.run('BEGIN IMMEDIATE');
      const settlements = group.map(({ statements, undo, resolve, reject }) => {
        try {
          const written = runAll(connection, statements, undo);
          return () => resolve(written);
        } catch (error) {
          // It may have ended the transaction: the next writes would be outside of it.
          if (isDiskFailure(error)) throw error;
          return () => reject(error);
        }
      });
      connection.run('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      rollBack(connection);
      for (const { reject } of group) reject(error);
    }
  }

  return (statements: Statement[], undo?: Statement) =>
    new Promise<Written>((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({ statements, undo, resolve, reject });
    });
}

/**
 * @param undo takes back what there was before the last one, in less time than a savepoint
 * @returns what the last one has written
 */
function runAll(
  connection: SqliteConnection,
  statements: Statement[],
  undo: Statement | undefined,
): Written {
  let written: Written = { rows: [], count: 0 };
  // SQLite rolls back a single failed statement by itself, and the transaction goes on.
  const areSeveral = statements.length > 1 && undo === undefined;
  if (areSeveral) connection.run('SAVEPOINT several');
  try {
    for (const { sql, values } of statements) written = connection.run(sql, values);
  } catch (error) {
    if (undo && !isDiskFailure(error)) connection.run(undo.sql, undo.values);
    if (areSeveral && !isDiskFailure(error))
      connection.exec('ROLLBACK TO several; RELEASE several');
    throw error;
  }
  if (areSeveral) connection.run('RELEASE several');
  return written;
}

/** Some errors, a full disk among them, have ended the transaction already. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.run('ROLLBACK');
  } catch {
    // There was none left.
  }
}
