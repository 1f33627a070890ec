import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { storageUnavailable } from '#service/domain/errors.ts';
import type { Database, Read, Recorded, Statement, Written } from '#service/storage/database.ts';
import {
  isBusy,
  isDamaged,
  isDiskFailure,
  openSqlite,
  translated,
  type SqliteConnection,
} from '#service/storage/sqlite/driver.ts';

/**
 * @param path of the file
 * @param options.shared another process may serve the file: only that one checkpoints the log
 */
export async function openSqliteDatabase(path: string, { shared = false } = {}): Promise<Database> {
  const connection = await connect(path, shared);
  const file = idOf(path);
  let ownRevision = 0;
  let others = 0;
  let othersReadAt = Number.NEGATIVE_INFINITY;
  let damage: unknown;

  const commit = createGroupCommit(connection, () => {
    // What is cached can still be changed when the file is damaged.
    if (damage !== undefined) throw storageUnavailable(damage);
    // SQLite would write on, to a file that is gone with this process.
    if (idOf(path) !== file)
      throw storageUnavailable('the file of the database was deleted or replaced');
  });

  const read = <Result>(...statement: Statement) => {
    try {
      return connection.run<Result>(...statement).rows;
    } catch (error) {
      return throwTranslated(error);
    }
  };

  const run = <Result>(work: () => Result) =>
    commit(work)
      .catch(throwTranslated)
      .finally(() => (ownRevision += 1)); // also when it fails: one read too many does no harm

  function othersRevision(): number {
    if (performance.now() - othersReadAt < OTHERS_MS) return others;
    others = read<{ data_version: number }>('PRAGMA data_version')[0]?.data_version ?? 0;
    othersReadAt = performance.now();
    return others;
  }

  function throwTranslated(error: unknown): never {
    if (isDamaged(error)) damage ??= error;
    throw translated(error);
  }

  return {
    read: async (...statement) => read(...statement),
    write: <Result>(...statement: Statement) => run(() => connection.run<Result>(...statement)),
    writeRecorded: <Result>(recorded: Recorded) =>
      run(() => runAll(connection, [recorded]) as Written<Result>), // the caller names the columns
    writeAll: (changes) => run(() => void runAll(connection, changes)),
    transaction: (work) =>
      transaction(connection, 'BEGIN IMMEDIATE', work)
        .catch(throwTranslated)
        .finally(() => (ownRevision += 1)),
    snapshot: (work) => transaction(connection, 'BEGIN', work).catch(throwTranslated),
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

/** How long a write waits for the lock of another process, and how often it asks for it, in ms. */
const BUSY_MS = 5_000;
const BUSY_AGAIN_MS = 20;

/** `undefined`: it is not there, or cannot be reached. */
function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
const sizeOf = (path: string) => statOf(path)?.size ?? 0;
const idOf = (path: string) => statOf(path)?.ino;

async function connect(path: string, shared: boolean): Promise<SqliteConnection> {
  const connection = await openSqlite(path);
  try {
    // A checkpoint every 16 MB, not every 4: it takes as long as a thousand writes.
    connection.exec(
      `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = wal; PRAGMA synchronous = full;
       PRAGMA foreign_keys = on; PRAGMA wal_autocheckpoint = ${shared ? 0 : 4000}`,
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
 * @param check throws why nothing can be written now
 * @returns runs a write; its promise settles when the commit is on the disk
 */
function createGroupCommit(connection: SqliteConnection, check: () => void) {
  interface Queued {
    /** @returns what tells of the outcome, once that is on the disk */
    run: () => () => void;
    reject: (error: unknown) => void;
  }
  let queue: Queued[] = [];

  async function flush(): Promise<void> {
    const group = queue;
    try {
      await begin(connection);
      queue = [];
      check();
      const settlements = group.map(({ run }) => run());
      connection.run('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      queue = [];
      rollBack(connection);
      for (const { reject } of group) reject(error);
    }
  }

  return <Result>(work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      function run() {
        try {
          const result = work();
          return () => resolve(result);
        } catch (error) {
          // It may have ended the transaction: the next writes would be outside of it.
          if (isDiskFailure(error)) throw error;
          return () => reject(error);
        }
      }
      if (queue.length === 0) setImmediate(() => void flush());
      queue.push({ run, reject });
    });
}

/** Takes the lock for writing. SQLite itself would wait for another process, and let no other request go on. */
async function begin(connection: SqliteConnection): Promise<void> {
  for (const since = performance.now(); ; await sleep(BUSY_AGAIN_MS)) {
    connection.exec('PRAGMA busy_timeout = 0');
    try {
      return void connection.run('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > BUSY_MS) throw error;
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
  }
}

/**
 * All of them or none: after a failure the transaction goes on with other writes.
 *
 * @returns what the last one has written
 */
function runAll(connection: SqliteConnection, changes: Iterable<Statement | Recorded>) {
  let written: Written = { rows: [], count: 0 };
  connection.run('SAVEPOINT several');
  try {
    for (const change of changes)
      for (const statement of 'inTurn' in change ? change.inTurn : [change])
        written = connection.run(...statement);
  } catch (error) {
    if (!isDiskFailure(error)) connection.exec('ROLLBACK TO several; RELEASE several');
    throw error;
  }
  connection.run('RELEASE several');
  return written;
}

async function transaction<T>(
  connection: SqliteConnection,
  beginning: string,
  work: (run: Read) => Promise<T>,
): Promise<T> {
  try {
    connection.run(beginning);
    const result = await work(async (...statement) => connection.run<never>(...statement).rows);
    connection.run('COMMIT');
    return result;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** Some errors, a full disk among them, have ended the transaction already. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.run('ROLLBACK');
  } catch {
    // There was none left.
  }
}
