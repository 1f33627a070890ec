import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, OperatorError } from '#service/domain/errors.ts';
import type { Database } from '#service/storage/database.ts';
import { openSqliteDatabase } from '#service/storage/sqlite/database.ts';
import { isBusy, openSqlite } from '#service/storage/sqlite/driver.ts';

/**
 * The database of a data directory for the one process that serves it.
 *
 * @throws {OperatorError} the directory cannot be written to, or another process has it
 */
export async function openDirectory(directory: string): Promise<Database> {
  prepareDataDirectory(directory);
  const unlock = await lockDataDirectory(directory);
  const database = await openSqliteDatabase(databasePath(directory)).catch((error: unknown) => {
    unlock();
    throw error;
  });
  return { ...database, close: () => database.close().then(unlock) };
}

/** Creates the directory when it is missing, readable by its owner only. An existing one keeps its mode. */
function prepareDataDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    // Before SQLite creates it: its log and index files get the mode of this one.
    for (const file of [databasePath(directory), lockPath(directory)])
      closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new OperatorError(
      `Cannot write to the data directory ${directory} (${errorCode(error)}): set DATA_DIR to a directory that this user may write to.`,
      { cause: error },
    );
  }
}

/** With those above it. Node's own way of that never ends below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Keeps other processes out. The lock is the kernel's, on a file beside the database: it ends with the process, however
 * that ends, so it is never stale.
 *
 * @returns releases the directory
 */
async function lockDataDirectory(directory: string): Promise<() => void> {
  const lock = await openSqlite(lockPath(directory));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new OperatorError(
      `The data directory ${directory} is in use by another Gatehouse: stop that one, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
  return () => {
    lock.exec('ROLLBACK'); // close() alone may keep the lock until the garbage collection
    lock.close();
  };
}

export const databasePath = (directory: string) => join(directory, 'gatehouse.sqlite');
const lockPath = (directory: string) => join(directory, 'lock.sqlite');
