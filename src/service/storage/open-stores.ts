import type { Stores } from '#service/domain/account.ts';
import {
  DataDirectoryError,
  databasePath,
  lockDataDirectory,
  prepareDataDirectory,
} from '#service/storage/data-directory.ts';
import { createGroupCommit } from '#service/storage/group-commit.ts';
import { migrate } from '#service/storage/migrations.ts';
import { createSqliteAccount } from '#service/storage/sqlite-account.ts';
import { createSqliteApiKeys } from '#service/storage/sqlite-api-keys.ts';
import { createSqliteBotUsers } from '#service/storage/sqlite-bot-users.ts';
import { createSqliteIpRestrictions } from '#service/storage/sqlite-ip-restrictions.ts';
import { openDatabase, type Database } from '#service/storage/sqlite.ts';

export interface OpenStores {
  stores: Stores;
  /** Every write that was answered is on the disk before it; one under way is lost. */
  close: () => void;
}

/**
 * The stores of a data directory, for the one process that serves it.
 *
 * @throws {DataDirectoryError} it cannot be written, is in use, or holds something else
 */
export async function openStores(directory: string): Promise<OpenStores> {
  prepareDataDirectory(directory);
  const unlock = await lockDataDirectory(directory);
  try {
    const opened = await open(directory);
    return {
      stores: opened.stores,
      close() {
        opened.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Beside a running server: a second connection, which never moves the log under the feet of the first. */
export async function openStoresBesideServer(directory: string): Promise<OpenStores> {
  prepareDataDirectory(directory);
  return open(directory, 'PRAGMA wal_autocheckpoint = 0');
}

async function open(directory: string, pragma = ''): Promise<OpenStores> {
  let database: Database | undefined;
  try {
    database = await openDatabase(databasePath(directory));
    database.exec(
      `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = wal; PRAGMA synchronous = full;
       PRAGMA foreign_keys = on; ${pragma}`,
    );
    migrate(database);
    return { stores: createStores(database), close: database.close };
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      `Cannot open the database in ${directory} (${reason}): restore it from a copy, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

function createStores(database: Database): Stores {
  const write = createGroupCommit(database);
  return {
    account: createSqliteAccount(database, write),
    apiKeys: createSqliteApiKeys(database, write),
    botUsers: createSqliteBotUsers(database, write),
    ipRestrictions: createSqliteIpRestrictions(database, write),
  };
}
