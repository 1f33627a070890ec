import { existsSync } from 'node:fs';
import type { Stores } from '#service/domain/account.ts';
import { createRequestCounts } from '#service/domain/rate-limit.ts';
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
import { DATA_VERSION, findVersion, migrate, newerVersion } from '#service/storage/migrations.ts';
import { createInsertBotUser } from '#service/storage/postgres/insert-bot-user.ts';
import { openPostgresDatabase, type PostgresOptions } from '#service/storage/postgres/database.ts';
import { createRequestCountStore } from '#service/storage/stores/request-counts.ts';
import { openSqliteDatabase } from '#service/storage/sqlite/database.ts';
import { isBusy, isDiskFailure } from '#service/storage/sqlite/driver.ts';
import { OperatorError } from '#service/domain/operator-error.ts';

export interface OpenStores {
  /** For people: the directory, or the host of the database. */
  place: string;
  stores: Stores;
  database: Database;
  /** Resolved writes are on the disk; one under way is lost. */
  close: () => Promise<void>;
}

/**
 * The stores of a data directory, for the one process that serves it.
 *
 * @throws {OperatorError} it cannot be written, is in use, or holds something else
 */
export async function openDirectory(directory: string): Promise<OpenStores> {
  prepareDataDirectory(directory);
  const unlock = await lockDataDirectory(directory).catch((error: unknown) => {
    throw unusableDirectory(directory, error);
  });
  try {
    const opened = await openFile(directory, { shared: false });
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

/** The same where a server may be running; creates nothing. */
export async function openSharedDirectory(directory: string): Promise<OpenStores> {
  if (!existsSync(databasePath(directory))) throw noData(directory);
  return openFile(directory, { shared: true });
}

async function openFile(directory: string, sharing: Sharing): Promise<OpenStores> {
  try {
    const database = await openSqliteDatabase(databasePath(directory), sharing);
    return await open(directory, database, { requestCounts: createRequestCounts() }, sharing);
  } catch (error) {
    throw unusableDirectory(directory, error);
  }
}

function unusableDirectory(directory: string, error: unknown): OperatorError {
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
 * @throws {OperatorError} it cannot be reached or holds something else
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
  sharing: Sharing = { shared: false },
): Promise<OpenStores> {
  try {
    const place = `PostgreSQL at ${new URL(url).host}`;
    const database = openPostgresDatabase(url, options);
    const engineStores = {
      botUsers: { ...createBotUserStore(database), insert: createInsertBotUser(database) },
      requestCounts: createRequestCountStore(database),
    };
    return await open(place, database, engineStores, sharing);
  } catch (error) {
    const hint = 'check DATABASE_URL and that the server runs';
    throw unusable('the PostgreSQL database', error, () => hint);
  }
}

interface Sharing {
  /** A server may be running on it: nothing is created or migrated. */
  shared: boolean;
}

async function open(
  place: string,
  database: Database,
  engineStores: Pick<Stores, 'requestCounts'> & Partial<Stores>,
  { shared }: Sharing,
): Promise<OpenStores> {
  try {
    if (shared) await refuseOtherVersion(place, database);
    else await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const stores = {
    account: createAccountStore(database),
    apiKeys: createApiKeyStore(database),
    botUsers: createBotUserStore(database),
    ipRestrictions: createIpRestrictionStore(database),
    ...engineStores,
  };
  return { place, stores, database, close: () => database.close() };
}

async function refuseOtherVersion(place: string, database: Database): Promise<void> {
  const version = (await findVersion(database)) ?? 0;
  if (version === 0) throw noData(place);
  if (version > DATA_VERSION) throw newerVersion(version);
  if (version === DATA_VERSION) return;
  throw new OperatorError(
    `The data is of an older Gatehouse (version ${version}, this one writes ${DATA_VERSION}): stop what runs on it and start this one, which brings it up to date.`,
  );
}

const noData = (place: string) =>
  new OperatorError(
    `There is no data in ${place}: check DATA_DIR and DATABASE_URL, or start the service once.`,
  );

function unusable(
  what: string,
  error: unknown,
  hintFor: (cause: unknown) => string,
): OperatorError {
  if (error instanceof OperatorError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Node gives several addresses of one name up with an error that has no text of its own.
  const text = cause instanceof Error ? cause.message || String('code' in cause && cause.code) : '';
  return new OperatorError(`Cannot open ${what} (${text || String(cause)}): ${hintFor(cause)}.`, {
    cause: error,
  });
}
