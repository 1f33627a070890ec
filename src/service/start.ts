import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { API_BASE } from '#contract/wire.ts';
import type { Settings } from '#service/config.ts';
import { acceptFirstKey, type FirstKey } from '#service/domain/account.ts';
import { createApiKeys } from '#service/domain/api-keys.ts';
import { createBotUsers } from '#service/domain/bot-users.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { createFailedAttempts } from '#service/domain/failed-attempts.ts';
import { createNewId, type NewId } from '#service/domain/ids.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { botUserRoutes } from '#service/http/bot-users.ts';
import { urlHost } from '#service/http/hosts.ts';
import { ipRestrictionRoutes } from '#service/http/ip-restrictions.ts';
import { createListener } from '#service/http/listener.ts';
import { writeFirstKeyFile } from '#service/storage/first-key-file.ts';
import {
  openStores,
  openStoresBesideServer,
  type OpenStores,
} from '#service/storage/open-stores.ts';

const now = () => new Date();

/** The data of one directory, open, and what has to stay the same for as long as it is. */
export interface Account extends OpenStores {
  newId: NewId;
}

/** Opens the data and, the first time, fills it. */
export async function openAccount(settings: Settings): Promise<Account> {
  const opened = await openStores(settings.dataDir);
  try {
    const { account, botUsers } = opened.stores;
    const newId = createNewId(randomBytes, await botUsers.lastId());
    if (!(await account.isSetUp()))
      await account.setUp(settings.demo ? demoAccount(now(), newId) : undefined);
    return { ...opened, newId };
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Makes another key, also while a server has the data open. */
export async function makeApiKey(settings: Settings, name: string): Promise<string> {
  const { stores, close } = await openStoresBesideServer(settings.dataDir);
  try {
    const newId = createNewId(randomBytes, undefined);
    return await createApiKeys(stores.apiKeys, { now, newId, randomBytes }).create(name);
  } finally {
    close();
  }
}

export interface ServiceOptions {
  settings: Settings;
  account: Account;
  /** The one that was taken. */
  port: number;
  answerPage: RequestListener;
  logDefect: (error: unknown, operationId: string, operation: string) => void;
}

/** Joins the rules, the stores and the wire. */
export function createService(options: ServiceOptions): RequestListener {
  const { settings, port } = options;
  const { stores, newId } = options.account;
  const publicUrl = publicUrlOf(settings, port);
  const base = publicUrl + API_BASE;
  const ipRestrictions = createIpRestrictions(stores.ipRestrictions);

  return createListener({
    ...options,
    host: settings.host,
    publicUrl,
    versionHeader: settings.versionHeader,
    apiKeys: createApiKeys(stores.apiKeys, { now, newId, randomBytes }),
    failedAttempts: createFailedAttempts(now),
    routes: [
      ...botUserRoutes(createBotUsers(stores.botUsers, { now, newId }), base),
      ...ipRestrictionRoutes(ipRestrictions, base),
    ],
    sharedRoutes: ipRestrictions.routes,
    newOperationId: () => newId('op', now()),
  });
}

/**
 * What a person at the terminal is told; tests read the first line. Makes the first key, so to be called
 * once, when the service can be reached.
 */
export async function announcement(
  settings: Settings,
  { stores, newId }: Account,
  port: number,
): Promise<string> {
  const apiKeys = createApiKeys(stores.apiKeys, { now, newId, randomBytes });
  const firstKey = await acceptFirstKey(apiKeys, settings.firstApiKey);
  return [
    `Gatehouse is ready at ${publicUrlOf(settings, port)}`,
    `API key:  ${keyText(settings, firstKey)}`,
    `Data:     ${settings.dataDir}`,
  ].join('\n');
}

function keyText({ dataDir }: Settings, firstKey: FirstKey): string {
  const another = 'npm run key makes another one';
  if (firstKey.from === 'settings') return 'the one in FIRST_API_KEY';
  if (firstKey.from === 'before') return `as before  (${another})`;
  return process.stdout.isTTY
    ? `${firstKey.key}  (shown once; ${another})`
    : `in the file ${writeFirstKeyFile(dataDir, firstKey.key)}  (${another})`;
}

function publicUrlOf({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? new URL(`http://${urlHost(host)}:${port}`).origin;
}
