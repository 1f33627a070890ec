import { hash, randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKeys } from '#service/domain/api-keys.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { errorCode, OperatorError, reasonOf, ServiceError } from '#service/domain/errors.ts';
import { COMMAND, DAY_MS, type Author } from '#service/domain/history.ts';
import { createNewId, firstIdOf } from '#service/domain/ids.ts';
import { createRequestCounts } from '#service/domain/rate-limit.ts';
import { toTimestamp } from '#service/domain/text.ts';
import type { Settings } from '#service/settings.ts';
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

/** Node makes many UUIDs at a time: one takes a tenth of the time of as many random bytes. */
const randomHex = () => randomUUID().replaceAll('-', '');

/** What is random in an id. */
const idBytes = () => Buffer.from(randomHex(), 'hex');

/** Of an operation, one for every request. */
export const newOperationId = () => `op_${randomHex()}`;

interface OpenOptions {
  /**
   * A server may be running on the data, also one of an older version: nothing is created or migrated. Else a data
   * directory is for this process alone, and what is not there is created.
   */
  shared: boolean;
  /** An account is set up where there is none yet. */
  setsUp?: boolean;
}

export type OpenData = Awaited<ReturnType<typeof openStores>>;

/** Opens the stores of an account, which in upstream mode is not here. */
export async function openAccount(settings: Settings, options: OpenOptions): Promise<OpenData> {
  if (settings.upstreamUrl === undefined) return openStores(settings, options);
  throw new OperatorError(
    'UPSTREAM_URL is set: keys and data are those of the upstream. Leave it out to work on data of your own; for the history of what passes set HISTORY=on.',
  );
}

/** Opens the same stores for their history, which upstream mode may keep as well. */
export const openHistory = (settings: Settings, options: OpenOptions): Promise<OpenData> =>
  settings.history ? openStores(settings, options) : openAccount(settings, options);

/**
 * The stores of a data directory, which only one process serves, or of a PostgreSQL database for any number of them.
 *
 * @throws {OperatorError} it cannot be reached or written, is in use, or holds something else
 */
export async function openStores(settings: Settings, options: OpenOptions) {
  const { dataDir, databaseUrl } = settings;
  let database: Database | undefined;
  try {
    // For people.
    const place = databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}` : dataDir;
    database = await openDatabase(settings, options);
    const version = await findVersion(database);
    if (options.shared) refuseOtherVersion(place, version);
    // The database user of the service may have no right to create tables: an up-to-date database is left alone.
    else if (version !== DATA_VERSION) await migrate(database);
    const stores = createStores(database, databaseUrl !== undefined);
    const [botUser] = await stores.botUsers.page(1);
    const [entry] = await stores.history.page({}, 1);
    // The one source of ids: each is greater than all in the data.
    const newId = createNewId(idBytes, botUser?.id, entry?.id);
    if (options.setsUp && !(await stores.account.isSetUp())) {
      const at = await database.now();
      const content = settings.demo ? demoAccount(at, newId) : undefined;
      await stores.account.setUp(toTimestamp(at), content);
    }
    const apiKeys = createApiKeys(stores.apiKeys, {
      databaseNow: database.now,
      othersRevision: database.othersRevision,
      newId,
      randomBytes,
      sha256: (text) => hash('sha256', text, 'hex'),
    });
    return { place, stores, apiKeys, database, newId, close: database.close };
  } catch (error) {
    await database?.close();
    if (error instanceof OperatorError) throw error;
    const what = databaseUrl ? 'the PostgreSQL database' : `the database in ${dataDir}`;
    const reason = error instanceof Error ? reasonOf(error) : String(error);
    const hint = openingHint(error, databaseUrl !== undefined);
    throw new OperatorError(`Cannot open ${what} (${reason}): ${hint}.`, { cause: error });
  }
}

async function openDatabase(settings: Settings, { shared }: OpenOptions) {
  const { dataDir, databaseUrl, databaseConnections } = settings;
  if (databaseUrl !== undefined) {
    const { openPostgresDatabase } = await import('#service/storage/postgres/database.ts');
    return openPostgresDatabase(databaseUrl, shared ? 1 : databaseConnections);
  }
  if (!shared) return openDirectory(dataDir);
  if (!statSync(databasePath(dataDir), { throwIfNoEntry: false })) throw noData(dataDir);
  return openSqliteDatabase(databasePath(dataDir), { shared });
}

function createStores(database: Database, isPostgres: boolean) {
  return {
    account: createAccountStore(database),
    apiKeys: createApiKeyStore(database),
    botUsers: createBotUserStore(database),
    ipRestrictions: createIpRestrictionStore(database),
    history: createHistoryStore(database),
    requestCounts: isPostgres ? createRequestCountStore(database) : createRequestCounts(),
  };
}

function refuseOtherVersion(place: string, version: number | undefined): void {
  if (version === undefined || version === 0) throw noData(place);
  if (version === DATA_VERSION) return;
  throw new OperatorError(
    `The data is of an older Gatehouse (version ${version}, this one writes ${DATA_VERSION}): stop what runs on it and start this one, which brings it up to date.`,
  );
}

const noData = (place: string) =>
  new OperatorError(
    `There is no data in ${place}: check DATA_DIR and DATABASE_URL, or start the service once.`,
  );

function openingHint(error: unknown, isPostgres: boolean): string {
  const cause = error instanceof ServiceError ? error.cause : error;
  const elsewhere = isPostgres
    ? 'DATABASE_URL to another database'
    : 'DATA_DIR to another directory';
  if (cause instanceof RangeError)
    return `use the program that has written it, or set ${elsewhere}`;
  // A role that may not create tables, after an upgrade.
  if (errorCode(cause) === '42501')
    return 'start once as the owner of the database, who then grants this role SELECT, INSERT, UPDATE, DELETE on all tables';
  if (isPostgres) return 'check DATABASE_URL and that the server runs';
  if (isBusy(cause)) return 'another program writes to it; try again in a moment';
  if (errorCode(cause) === 'EACCES' || (isDiskFailure(cause) && !isDamaged(cause)))
    return `see that the disk has room and that this user may write there, or set ${elsewhere}`;
  return `restore it from a backup, or set ${elsewhere}`;
}

/** What a person types for another key. On a server npm would first install packages anew; the image has no such script. */
export const NEW_KEY =
  process.env['npm_lifecycle_event'] === undefined
    ? `node ${process.argv[1]} key create LABEL`
    : 'npm run key LABEL';

/** Of a change that is made now. */
export async function authorOf(
  { database, newId }: OpenData,
  who: Omit<Author, 'newEntryId'>,
): Promise<Author> {
  const at = await database.now();
  return { ...who, newEntryId: () => newId('hist', at) };
}

/** Of changes that a command or a start makes. */
export const commandAuthor = (data: OpenData) =>
  authorOf(data, {
    key_id: COMMAND,
    key_label: COMMAND,
    person: null,
    operation_id: newOperationId(),
  });

/** Entries of the history that are removed in one go: other writes wait so long. */
const REMOVED_AT_ONCE = 100;

/** Removes entries that are older than so many days, until there is no more or it may not go on. */
export async function prune({ stores, database }: OpenData, days: number, mayGoOn: () => boolean) {
  const now = await database.now();
  const oldest = firstIdOf('hist', new Date(now.getTime() - days * DAY_MS));
  let removed = REMOVED_AT_ONCE;
  while (removed === REMOVED_AT_ONCE && mayGoOn()) {
    removed = await stores.history.removeBefore(oldest, REMOVED_AT_ONCE);
    await sleep(20);
  }
}

/** Closes the data after the work, also when it fails. */
export async function withData<Result>(
  opening: Promise<OpenData>,
  work: (data: OpenData) => Promise<Result>,
): Promise<Result> {
  const data = await opening;
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}
