import { isDiskFailure, type SqliteConnection } from '#service/storage/sqlite/driver.ts';

/**
 * Runs `work` in a transaction; the promise is settled only after its commit has reached the disk.
 *
 * @param statements how many `work` runs: what fails in the middle of several must be taken back
 */
export type Write = <T>(work: () => T, statements: 'one' | 'several') => Promise<T>;

interface Queued {
  /** @returns settles the promise, once the commit is done */
  run: () => () => void;
  reject: (error: unknown) => void;
}

/**
 * All writes of one turn of the event loop share one transaction, and so one sync of the disk: with twenty
 * writers that is three times as many answers in a second. The failure of one leaves the others alone, unless it is
 * the disk's.
 */
export function createGroupCommit(database: SqliteConnection): Write {
  let queue: Queued[] = [];

  function flush(): void {
    const group = queue;
    queue = [];
    try {
      database.run('BEGIN IMMEDIATE');
      const settlements = group.map(({ run }) => run());
      database.run('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      rollBack(database);
      for (const { reject } of group) reject(error);
    }
  }

  /** SQLite takes back one statement that fails, and goes on with the transaction. */
  function attempt<T>(work: () => T, statements: 'one' | 'several'): T {
    if (statements === 'one') return work();
    database.run('SAVEPOINT several');
    try {
      const result = work();
      database.run('RELEASE several');
      return result;
    } catch (error) {
      if (!isDiskFailure(error)) {
        database.run('ROLLBACK TO several');
        database.run('RELEASE several');
      }
      throw error;
    }
  }

  return (work, statements) =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({
        reject,
        run() {
          try {
            const result = attempt(work, statements);
            return () => resolve(result);
          } catch (error) {
            // It may have ended the transaction: what the others write next would be outside of it.
            if (isDiskFailure(error)) throw error;
            return () => reject(error);
          }
        },
      });
    });
}

/** Some errors, a full disk among them, have ended the transaction already. */
export function rollBack(database: SqliteConnection): void {
  try {
    database.run('ROLLBACK');
  } catch {
    // There was none left.
  }
}
