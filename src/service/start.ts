import { randomFillSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { SharedRoute } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import { SettingError, type Settings } from '#service/config.ts';
import { acceptFirstKey, type FirstKey } from '#service/domain/account.ts';
import { createApiKeys } from '#service/domain/api-keys.ts';
import { createBotUsers } from '#service/domain/bot-users.ts';
import { CommandError } from '#service/domain/command-error.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { createFailedAttempts } from '#service/domain/failed-attempts.ts';
import { createNewId, createNewOperationId, type NewId } from '#service/domain/ids.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { createRandomBytes } from '#service/domain/random.ts';
import { createRateLimit } from '#service/domain/rate-limit.ts';
import { readRoutes } from '#service/domain/route-file.ts';
import { toTimestamp } from '#service/domain/time.ts';
import { createApi } from '#service/http/api.ts';
import { atMostEvery } from '#service/http/at-most-every.ts';
import { botUserRoutes } from '#service/http/bot-users.ts';
import { urlHost } from '#service/http/hosts.ts';
import { ipRestrictionRoutes } from '#service/http/ip-restrictions.ts';
import { createListener, type ListenerOptions, type Report } from '#service/http/listener.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { openApiText } from '#service/http/openapi.ts';
import { createUpstream } from '#service/http/upstream.ts';
import { writeFirstKeyFile } from '#service/storage/first-key-file.ts';
import {
  openDirectory,
  openDirectoryBesideServer,
  openPostgres,
  type OpenStores,
} from '#service/storage/open-stores.ts';
import { readTextFile } from '#service/text-file.ts';

const now = () => new Date();
const randomBytes = createRandomBytes(randomFillSync);

export const newOperationId = createNewOperationId(createNewId(randomBytes, undefined), Date.now);

/** The data, open, and what has to stay the same for as long as it is. */
export interface Account extends OpenStores {
  newId: NewId;
}

/**
 * Opens the data and, the first time, fills it.
 *
 * @throws {StorageError} it cannot be opened
 */
export async function openAccount(settings: Settings, onLost?: (error: Error) => void) {
  const account = await openForGood(settings, onLost);
  try {
    const { stores, newId } = account;
    if (!(await stores.account.isSetUp()))
      await stores.account.setUp(
        toTimestamp(now()),
        settings.demo ? demoAccount(now(), newId) : undefined,
      );
    return account;
  } catch (error) {
    await account.close();
    throw error;
  }
}

/** Opens the data as it is, for one process alone where it is a directory. */
export async function openForGood(
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
 * Opens the data beside a server that may be running on it.
 *
 * @param options.existing it must be there already; otherwise it is made where there is none
 * @throws {StorageError} also when it is of an older version: a server of that version may be at work
 */
export async function openBesideServer(
  settings: Settings,
  { existing = false } = {},
): Promise<Account> {
  refuseUpstream(settings);
  const { databaseUrl, dataDir } = settings;
  const opened =
    databaseUrl === undefined
      ? await openDirectoryBesideServer(dataDir, { existing })
      : await openPostgres(databaseUrl, { connections: 1 }, { existing });
  return { ...opened, newId: createNewId(randomBytes, undefined) };
}

function refuseUpstream({ upstreamUrl }: Settings): void {
  if (upstreamUrl === undefined) return;
  throw new SettingError(
    'UPSTREAM_URL is set: keys and data are those of the upstream. Leave it out to work on data of your own.',
  );
}

export const apiKeysOf = ({ stores, newId }: Account) =>
  createApiKeys(stores.apiKeys, { now, newId, randomBytes });

export interface ServiceOptions {
  settings: Settings;
  /** `undefined` before an upstream, which has the data. */
  account: Account | undefined;
  /** The one that was taken. */
  port: number;
  answerPage: RequestListener;
  metrics?: Metrics;
  report: Report;
}

/** Joins the rules, the stores and the wire. */
export function createService(options: ServiceOptions): RequestListener {
  const { settings, account, port, answerPage, metrics, report } = options;
  const publicUrl = publicUrlOf(settings, port);
  const { sharedRoutes, checkReady, host, ...api } = account
    ? embedded(settings, account, publicUrl, report)
    : upstream(settings, report);

  return createListener({
    publicUrl,
    host: settings.host,
    port,
    ...api,
    answerPage,
    metrics,
    report,
    newOperationId,
    checkReady: atMostEvery(KEPT_MS, checkReady),
    runtimeConfig: atMostEvery(KEPT_MS, async () => ({
      service_host: host,
      version_header: settings.versionHeader,
      version: settings.version,
      limits: {
        requests_per_minute: settings.rateLimit ?? null,
        requests_at_once: settings.requestsAtOnce,
      },
      idle_minutes: settings.idleMinutes,
      instance:
        settings.instanceName === undefined
          ? null
          : { name: settings.instanceName, colour: settings.instanceColour },
      routes: await sharedRoutes(),
    })),
  });
}

interface Backend extends Pick<ListenerOptions, 'answerApi' | 'openApi' | 'checkReady'> {
  sharedRoutes: () => Promise<SharedRoute[]>;
  /** For people to see. */
  host: string;
}

function embedded(
  { versionHeader, version, rateLimit }: Settings,
  account: Account,
  publicUrl: string,
  report: Report,
): Backend {
  const { stores, newId } = account;
  const base = publicUrl + API_BASE;
  const ipRestrictions = createIpRestrictions(stores.ipRestrictions);
  return {
    answerApi: createApi({
      apiKeys: apiKeysOf(account),
      failedAttempts: createFailedAttempts(now),
      rateLimit: createRateLimit(rateLimit, stores.requestCounts, now),
      routes: [
        ...botUserRoutes(createBotUsers(stores.botUsers, { now, newId }), base),
        ...ipRestrictionRoutes(ipRestrictions, base),
      ],
      versionHeader,
      version,
      revision: account.database.revision,
      logDefect: report.defect,
    }),
    openApi: openApiText({ publicUrl, versionHeader, version }),
    sharedRoutes: ipRestrictions.routes,
    checkReady: stores.account.canWrite,
    host: new URL(publicUrl).host,
  };
}

function upstream({ upstreamUrl, versionHeader, routesFile }: Settings, report: Report): Backend {
  if (upstreamUrl === undefined) throw new TypeError('Neither an account nor an upstream');
  const endpoints = [...Object.values(botUserEndpoints), ...Object.values(ipRestrictionEndpoints)];
  const routes = routesFile === undefined ? [] : readRoutesFile(routesFile);
  const { answer, isReachable } = createUpstream({
    base: upstreamUrl,
    endpoints,
    versionHeader,
    logDefect: report.defect,
  });
  return {
    answerApi: answer,
    openApi: undefined,
    sharedRoutes: async () => routes,
    async checkReady() {
      if (!(await isReachable())) throw new Error('The upstream cannot be reached');
    },
    host: upstreamUrl.host,
  };
}

function readRoutesFile(path: string): SharedRoute[] {
  const refuse = (reason: string) =>
    new SettingError(`The file ${path} of ROUTES_FILE is not usable: ${reason}`);
  const text = readTextFile(path, (reason) => refuse(`${reason}, so check its path.`));
  try {
    return readRoutes(text);
  } catch (error) {
    throw error instanceof CommandError ? refuse(error.message) : error;
  }
}

/** How long answers that need no key are kept, in ms. */
const KEPT_MS = 2_000;

/**
 * What a person at the terminal is told; tests read the first line. Makes the first key, so to be called
 * once, when the service can be reached.
 */
export async function announcement(
  settings: Settings,
  account: Account | undefined,
  port: number,
): Promise<string> {
  const ready = `Gatehouse is ready at ${publicUrlOf(settings, port)}`;
  if (account === undefined) return `${ready}\nUpstream: ${settings.upstreamUrl?.href}`;
  const { dataDir, databaseUrl, firstApiKey } = settings;
  const data = databaseUrl === undefined ? dataDir : `PostgreSQL at ${new URL(databaseUrl).host}`;
  const key = await acceptFirstKey(apiKeysOf(account), firstApiKey, {
    // Nobody sees the output of a start without a terminal, and a database has no place for a file.
    canTell: process.stdout.isTTY || databaseUrl === undefined,
  });
  return [ready, `API key:  ${keyText(dataDir, key)}`, `Data:     ${data}`].join('\n');
}

function keyText(dataDir: string, firstKey: FirstKey): string {
  const another = 'key create LABEL makes another one';
  if (firstKey.from === 'settings') return 'the one in FIRST_API_KEY';
  if (firstKey.from === 'revoked') return `the one in FIRST_API_KEY is revoked  (${another})`;
  if (firstKey.from === 'before') return `as before  (${another})`;
  if (firstKey.from === 'nowhere') return 'none yet: key create LABEL makes one';
  return process.stdout.isTTY
    ? `${firstKey.key}  (shown once; ${another})`
    : `in the file ${writeFirstKeyFile(dataDir, firstKey.key)}  (${another})`;
}

function publicUrlOf({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? new URL(`http://${urlHost(host)}:${port}`).origin;
}
