import { hash, randomFillSync } from 'node:crypto';
import type { Settings } from '#service/settings.ts';
import { createApiKeys } from '#service/domain/api-keys.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { createNewId, createNewOperationId, type NewId } from '#service/domain/ids.ts';
import { OperatorError } from '#service/domain/operator-error.ts';
import { createRandomBytes } from '#service/domain/random.ts';
import { toTimestamp } from '#service/domain/time.ts';
import {
  openDirectory,
  openPostgres,
  openSharedDirectory,
  type OpenStores,
} from '#service/storage/open.ts';

const randomBytes = createRandomBytes(randomFillSync);
/** Its types do not say that it gives text unless bytes are asked for. */
const sha256 = (hash as (algorithm: string, text: string) => string).bind(undefined, 'sha256');

export const newOperationId = createNewOperationId(createNewId(randomBytes, undefined), Date.now);

/** The open data, and its one source of ids. */
export interface Account extends OpenStores {
  newId: NewId;
}

/**
 * Opens the data and, the first time, sets up the account.
 *
 * @throws {OperatorError} it cannot be opened
 */
export async function openAccount(settings: Settings, onLost?: (error: Error) => void) {
  const account = await openExclusive(settings, onLost);
  try {
    const { stores, database, newId } = account;
    if (!(await stores.account.isSetUp())) {
      const at = await database.now();
      const content = settings.demo ? demoAccount(at, newId) : undefined;
      await stores.account.setUp(toTimestamp(at), content);
    }
    return account;
  } catch (error) {
    await account.close();
    throw error;
  }
}

/** Opens or creates the data, which may still be empty; a data directory for this process alone. */
export async function openExclusive(
  settings: Settings,
  onLost?: (error: Error) => void,
): Promise<Account> {
  refuseUpstream(settings);
  const { databaseUrl, databaseConnections: connections, dataDir } = settings;
  const opened =
    databaseUrl === undefined
      ? await openDirectory(dataDir)
      : await openPostgres(databaseUrl, { connections, ...(onLost && { onLost }) });
  try {
    return { ...opened, newId: createNewId(randomBytes, await opened.stores.botUsers.lastId()) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the data, on which a server may be running.
 *
 * @throws {OperatorError} also when there is none, or it is of an older version: a server of that version may be at work
 */
export async function openShared(settings: Settings): Promise<Account> {
  refuseUpstream(settings);
  const { databaseUrl, dataDir } = settings;
  const opened =
    databaseUrl === undefined
      ? await openSharedDirectory(dataDir)
      : await openPostgres(databaseUrl, { connections: 1 }, { shared: true });
  return { ...opened, newId: createNewId(randomBytes, undefined) };
}

function refuseUpstream({ upstreamUrl }: Settings): void {
  if (upstreamUrl === undefined) return;
  throw new OperatorError(
    'UPSTREAM_URL is set: keys and data are those of the upstream. Leave it out to work on data of your own.',
  );
}

export const apiKeysOf = ({ stores, database, newId }: Account) =>
  createApiKeys(stores.apiKeys, {
    now: Date.now,
    databaseNow: database.now,
    newId,
    randomBytes,
    sha256,
  });

/** Closes the data after the work, also when it fails. */
export async function withAccount(
  opening: Promise<Account>,
  work: (account: Account) => Promise<void>,
): Promise<void> {
  const account = await opening;
  try {
    await work(account);
  } finally {
    await account.close();
  }
}
