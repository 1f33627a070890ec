import { existsSync } from 'node:fs';
import type { Stores } from '#service/domain/account.ts';
import { createRequestCounts, type RequestCounts } from '#service/domain/rate-limit.ts';
import { createAccountStore } from '#service/storage/stores/account.ts';
import { createApiKeyStore } from '#service/storage/stores/api-keys.ts';
import { createBotUserStore } from '#service/storage/stores/bot-users.ts';
import {
  databasePath,
  lockDataDirectory,
  prepareDataDirectory,
} from '#service/storage/sqlite/directory.ts';
import type { Database } from '#service/storage/database.ts';
import { createIpRestrictionStore } from '#service/storage/stores/ip-restrictions.ts';
import { DATA_VERSION, findVersion, migrate } from '#service/storage/migrations.ts';
import { openPostgresDatabase, type PostgresOptions } from '#service/storage/postgres/database.ts';
import { createRequestCountStore } from '#service/storage/stores/request-counts.ts';
import { openSqliteDatabase } from '#service/storage/sqlite/database.ts';
import { isBusy, isDiskFailure } from '#service/storage/sqlite/driver.ts';
import { NO_DATA, StorageError } from '#service/storage/storage-error.ts';

/** What a command may do with data that it does not serve. */
export interface Beside {
  /** It is there already; nothing is made. */
  existing: boolean;
}

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
  const unlock = await lockDataDirectory(directory).catch((error: unknown) => {
    throw unusableDirectory(directory, error);
  });
  try {
    const opened = await openFile(directory, undefined);
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
export async function openDirectoryBesideServer(
  directory: string,
  beside: Beside,
): Promise<OpenStores> {
  if (!beside.existing) prepareDataDirectory(directory);
  else if (!existsSync(databasePath(directory))) throw new StorageError(NO_DATA);
  return openFile(directory, beside);
}

async function openFile(directory: string, beside: Beside | undefined): Promise<OpenStores> {
  const path = databasePath(directory);
  try {
    const database = await openSqliteDatabase(path, { beside: beside !== undefined });
    return await open(database, createRequestCounts(), beside);
  } catch (error) {
    throw unusableDirectory(directory, error);
  }
}

function unusableDirectory(directory: string, error: unknown): StorageError {
  return unusable(`the database in ${directory}`, error, (cause) => {
    if (isBusy(cause)) return 'another program writes to it; try again in a moment';
    if (isDiskFailure(cause))
      return 'see that the disk has room and that this user may write there, or set DATA_DIR to another directory';
    if (cause instanceof RangeError)
      return 'use the program that has written it, or set DATA_DIR to another directory';
    return 'restore it from a backup, or set DATA_DIR to another directory';
  });
}

/**
 * The stores of a PostgreSQL database, for any number of processes.
 *
 * @throws {StorageError} it cannot be reached or holds something else
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
  beside?: Beside,
): Promise<OpenStores> {
  try {
    const database = openPostgresDatabase(url, options);
    return await open(database, createRequestCountStore(database), beside);
  } catch (error) {
    const hint = 'check DATABASE_URL and that the server runs';
    throw unusable('the PostgreSQL database', error, () => hint);
  }
}

async function open(
  database: Database,
  requestCounts: RequestCounts,
  beside: Beside | undefined,
): Promise<OpenStores> {
  try {
    if (await mayMigrate(database, beside)) await migrate(database);
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

/** Beside a server data keeps its version: an older server may be at work on it. */
async function mayMigrate(database: Database, beside: Beside | undefined): Promise<boolean> {
  if (beside === undefined) return true;
  const version = await findVersion(database);
  const isThere = version !== undefined && version > 0;
  if (!isThere && beside.existing) throw new StorageError(NO_DATA);
  if (!isThere || version >= DATA_VERSION) return true; // to make it; to see that it is not of a newer one
  throw new StorageError(
    `The data is of an older Gatehouse (version ${version}, this one writes ${DATA_VERSION}): stop what runs on it and start this one, which brings it up to date.`,
  );
}

function unusable(what: string, error: unknown, hintFor: (cause: unknown) => string): StorageError {
  if (error instanceof StorageError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Node gives several addresses of one name up with an error that has no text of its own.
  const text = cause instanceof Error ? cause.message || String('code' in cause && cause.code) : '';
  return new StorageError(`Cannot open ${what} (${text || String(cause)}): ${hintFor(cause)}.`, {
    cause: error,
  });
}
