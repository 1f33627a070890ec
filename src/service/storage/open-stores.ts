import type { Stores } from '#service/domain/account.ts';
import { createRequestCounts, type RequestCounts } from '#service/domain/rate-limit.ts';
import { createAccountStore } from '#service/storage/account-store.ts';
import { createApiKeyStore } from '#service/storage/api-key-store.ts';
import { createBotUserStore } from '#service/storage/bot-user-store.ts';
import {
  databasePath,
  lockDataDirectory,
  prepareDataDirectory,
} from '#service/storage/data-directory.ts';
import type { Database } from '#service/storage/database.ts';
import { createIpRestrictionStore } from '#service/storage/ip-restriction-store.ts';
import { migrate } from '#service/storage/migrations.ts';
import { openPostgresDatabase, type PostgresOptions } from '#service/storage/postgres-database.ts';
import { createRequestCountStore } from '#service/storage/request-count-store.ts';
import { openSqliteDatabase } from '#service/storage/sqlite-database.ts';
import { StorageError } from '#service/storage/storage-error.ts';

export interface OpenStores {
  stores: Stores;
  database: Database;
  /** Every write that was answered is on the disk before it; one under way is lost. */
  close: () => Promise<void>;
}

/**
 * The stores of a data directory, for the one process that serves it.
 *
 * @throws {StorageError} it cannot be written, is in use, or holds something else
 */
export async function openDirectory(directory: string): Promise<OpenStores> {
  prepareDataDirectory(directory);
  const unlock = await lockDataDirectory(directory);
  try {
    const opened = await openFile(directory, false);
    return {
      ...opened,
      async close() {
        await opened.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The same beside a running server. */
export async function openDirectoryBesideServer(directory: string): Promise<OpenStores> {
  prepareDataDirectory(directory);
  return openFile(directory, true);
}

async function openFile(directory: string, beside: boolean): Promise<OpenStores> {
  const hint = 'restore it from a backup, or set DATA_DIR to another directory';
  const path = databasePath(directory);
  try {
    const database = await openSqliteDatabase(path, { beside });
    return await open(database, createRequestCounts());
  } catch (error) {
    throw unusable(`the database in ${directory}`, error, hint);
  }
}

/**
 * The stores of a PostgreSQL database, for any number of processes.
 *
 * @throws {StorageError} it cannot be reached or holds something else
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<OpenStores> {
  const hint = 'check DATABASE_URL and that the server runs';
  try {
    const database = openPostgresDatabase(url, options);
    return await open(database, createRequestCountStore(database));
  } catch (error) {
    throw unusable('the PostgreSQL database', error, hint);
  }
}

async function open(database: Database, requestCounts: RequestCounts): Promise<OpenStores> {
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const stores = {
    account: createAccountStore(database),
    apiKeys: createApiKeyStore(database),
    botUsers: createBotUserStore(database),
    ipRestrictions: createIpRestrictionStore(database),
    requestCounts,
  };
  return { stores, database, close: () => database.close() };
}

function unusable(what: string, error: unknown, hint: string): StorageError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Node gives several addresses of one name up with an error that has no text of its own.
  const text = cause instanceof Error ? cause.message || String('code' in cause && cause.code) : '';
  return new StorageError(`Cannot open ${what} (${text || String(cause)}): ${hint}.`, {
    cause: error,
  });
}
