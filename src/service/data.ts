import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#service/settings.ts';
import { createApiKeys } from '#service/domain/api-keys.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { COMMAND, DAY_MS, type Author } from '#service/domain/history.ts';
import { createNewId, createNewOperationId, firstIdOf } from '#service/domain/ids.ts';
import { OperatorError } from '#service/domain/errors.ts';
import { toTimestamp } from '#service/domain/time.ts';
import { idBytes, openStores, type OpenData, type OpenOptions } from '#service/storage/open.ts';

export type { OpenData };

export const newOperationId = createNewOperationId(createNewId(idBytes));

/**
 * Opens the data and, the first time, sets up the account.
 *
 * @throws {OperatorError} it cannot be opened
 */
export async function openData(
  settings: Settings,
  onLost?: (error: Error) => void,
): Promise<OpenData> {
  const data = await openExclusive(settings, onLost);
  try {
    const { stores, database, newId } = data;
    if (!(await stores.account.isSetUp())) {
      const at = await database.now();
      const content = settings.demo ? demoAccount(at, newId) : undefined;
      await stores.account.setUp(toTimestamp(at), content);
    }
    return data;
  } catch (error) {
    await data.close();
    throw error;
  }
}

/** Opens or creates the data, which may still be empty; a data directory for this process alone. */
export const openExclusive = async (settings: Settings, onLost?: (error: Error) => void) =>
  openStores(refuseUpstream(settings), { shared: false, onLost });

/**
 * Opens the data, on which a server may be running.
 *
 * @throws {OperatorError} also when there is none, or it is of an older version: a server of that version may be at work
 */
export const openShared = async (settings: Settings) =>
  openStores(refuseUpstream(settings), { shared: true });

/** The same of what upstream mode may keep as well: the history. */
export const openHistory = async (settings: Settings, options: OpenOptions) =>
  openStores(settings.history ? settings : refuseUpstream(settings), options);

function refuseUpstream(settings: Settings): Settings {
  if (settings.upstreamUrl === undefined) return settings;
  throw new OperatorError(
    'UPSTREAM_URL is set: keys and data are those of the upstream. Leave it out to work on data of your own.',
  );
}

export const apiKeysOf = ({ stores, database, newId }: OpenData) =>
  createApiKeys(stores.apiKeys, {
    databaseNow: database.now,
    othersRevision: database.othersRevision,
    newId,
    randomBytes,
    sha256: (text) => hash('sha256', text, 'hex'),
  });

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
