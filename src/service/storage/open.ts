import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { errorCode, OperatorError, reasonOf, ServiceError } from '#service/domain/errors.ts';
import { createNewId, type NewId } from '#service/domain/ids.ts';
import { createRequestCounts } from '#service/domain/rate-limit.ts';
import type { Database } from '#service/storage/database.ts';
import { DATA_VERSION, findVersion, migrate } from '#service/storage/migrations.ts';
import { openSqliteDatabase } from '#service/storage/sqlite/database.ts';
import { databasePath, openDirectory } from '#service/storage/sqlite/directory.ts';
import { isBusy, isDamaged, isDiskFailure } from '#service/storage/sqlite/driver.ts';
import { createAccountStore } from '#service/storage/stores/account.ts';
import { createApiKeyStore } from '#service/storage/stores/api-keys.ts';
import { createBotUserStore } from '#service/storage/stores/bot-users.ts';
import { createHistoryStore } from '#service/storage/stores/history.ts';
import { createIpRestrictionStore } from '#service/storage/stores/ip-restrictions.ts';
import { createRequestCountStore } from '#service/storage/stores/request-counts.ts';

/** What is random in an id. Node makes many UUIDs at a time: one takes a tenth of the time of as many random bytes. */
export const idBytes = () => Buffer.from(randomUUID().replaceAll('-', ''), 'hex');

/** Where the data is. */
export interface Location {
  dataDir: string;
  /** `undefined`: the data is in the directory. */
  databaseUrl?: string | undefined;
  databaseConnections: number;
}

export interface OpenOptions {
  /** A server may be running on the data: nothing is created or migrated. */
  shared: boolean;
  /** An idle connection to PostgreSQL was lost. */
  onLost?: ((error: Error) => void) | undefined;
}

export interface OpenData {
  /** For people: the directory, or the host of the database. */
  place: string;
  stores: ReturnType<typeof createStores>;
  database: Database;
  /** The one source of ids: each is greater than all in the data. */
  newId: NewId;
  /** Resolved writes are on the disk; one under way is lost. */
  close: () => Promise<void>;
}

/**
 * The stores of a data directory, which only one process serves, or of a PostgreSQL database for any number of them.
 *
 * @throws {OperatorError} it cannot be reached or written, is in use, or holds something else
 */
export async function openStores(location: Location, options: OpenOptions): Promise<OpenData> {
  const { dataDir, databaseUrl } = location;
  let database: Database | undefined;
  try {
    const place = databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}` : dataDir;
    database = await openDatabase(location, options);
    if (options.shared) await refuseOtherVersion(place, database);
    else await migrate(database);
    const stores = createStores(database, databaseUrl !== undefined);
    const [entry] = await stores.history.page({}, 1);
    const newId = createNewId(idBytes, await stores.botUsers.lastId(), entry?.id);
    return { place, stores, database, newId, close: database.close };
  } catch (error) {
    await database?.close();
    throw databaseUrl === undefined
      ? unusable(`the database in ${dataDir}`, error, directoryHint(error))
      : unusable('the PostgreSQL database', error, 'check DATABASE_URL and that the server runs');
  }
}

async function openDatabase(location: Location, { shared, onLost }: OpenOptions) {
  const { dataDir, databaseUrl, databaseConnections } = location;
  if (databaseUrl !== undefined) {
    const { openPostgresDatabase } = await import('#service/storage/postgres/database.ts');
    const connections = shared ? 1 : databaseConnections;
    return openPostgresDatabase(databaseUrl, { connections, onLost });
  }
  if (!shared) return openDirectory(dataDir);
  if (!statSync(databasePath(dataDir), { throwIfNoEntry: false })) throw noData(dataDir);
  return openSqliteDatabase(databasePath(dataDir), { shared });
}

function createStores(database: Database, isPostgres: boolean) {
  return {
    account: createAccountStore(database),
    apiKeys: createApiKeyStore(database),
    botUsers: createBotUserStore(database, isPostgres),
    ipRestrictions: createIpRestrictionStore(database),
    history: createHistoryStore(database),
    requestCounts: isPostgres ? createRequestCountStore(database) : createRequestCounts(),
  };
}

async function refuseOtherVersion(place: string, database: Database): Promise<void> {
  const version = (await findVersion(database)) ?? 0;
  if (version === 0) throw noData(place);
  if (version === DATA_VERSION) return;
  throw new OperatorError(
    `The data is of an older Gatehouse (version ${version}, this one writes ${DATA_VERSION}): stop what runs on it and start this one, which brings it up to date.`,
  );
}

const noData = (place: string) =>
  new OperatorError(
    `There is no data in ${place}: check DATA_DIR and DATABASE_URL, or start the service once.`,
  );

function directoryHint(error: unknown): string {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isBusy(cause)) return 'another program writes to it; try again in a moment';
  if (errorCode(cause) === 'EACCES' || (isDiskFailure(cause) && !isDamaged(cause)))
    return 'see that the disk has room and that this user may write there, or set DATA_DIR to another directory';
  if (cause instanceof RangeError)
    return 'use the program that has written it, or set DATA_DIR to another directory';
  return 'restore it from a backup, or set DATA_DIR to another directory';
}

function unusable(what: string, error: unknown, hint: string): OperatorError {
  if (error instanceof OperatorError) return error;
  const text = error instanceof Error ? reasonOf(error) : String(error);
  return new OperatorError(`Cannot open ${what} (${text}): ${hint}.`, { cause: error });
}
