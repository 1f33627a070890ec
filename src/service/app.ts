import type { RequestListener } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { INVENTORY_BASE, inventoryEndpoints, type SharedRoute } from '#contract/inventory.ts';
import { API_BASE } from '#contract/wire.ts';
import { apiKeysOf, newOperationId, now, type Account } from '#service/account.ts';
import { publicUrlOf } from '#service/announcement.ts';
import { SettingError, type Settings } from '#service/settings.ts';
import { createBotUsers } from '#service/domain/bot-users.ts';
import { CommandError } from '#service/domain/command-error.ts';
import { createFailedAttempts } from '#service/domain/failed-attempts.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { createRateLimit } from '#service/domain/rate-limit.ts';
import { readRoutes } from '#service/domain/route-file.ts';
import { createApi } from '#service/http/api/api.ts';
import { route } from '#service/http/api/route.ts';
import { atMostEvery } from '#service/http/at-most-every.ts';
import { botUserRoutes } from '#service/http/api/bot-users.ts';
import { ipRestrictionRoutes } from '#service/http/api/ip-restrictions.ts';
import { createListener, type ListenerOptions, type Report } from '#service/http/router.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';
import { fixedHeaders } from '#service/http/headers.ts';
import { createUpstream } from '#service/http/upstream/upstream.ts';
import { readTextFile } from '#service/text-file.ts';

interface ServiceOptions {
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
  const { checkReady, host, ...api } = account
    ? embedded(settings, account, publicUrl, report)
    : upstream(settings, publicUrl, report);

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
      session_hours: settings.sessionHours,
      instance:
        settings.instanceName === undefined
          ? null
          : { name: settings.instanceName, colour: settings.instanceColour },
      inventory_base: api.answerInventory === undefined ? null : INVENTORY_BASE,
      demonstration: false,
    })),
  });
}

interface Backend extends Pick<
  ListenerOptions,
  'answerApi' | 'answerInventory' | 'openApi' | 'checkReady'
> {
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
  const common = {
    apiKeys: apiKeysOf(account),
    failedAttempts: createFailedAttempts(now),
    rateLimit: createRateLimit(rateLimit, stores.requestCounts, now),
    versionHeader,
    version,
    fixedHeaders: fixedHeaders(publicUrl),
    logDefect: report.defect,
  };
  return {
    answerApi: createApi({
      ...common,
      base: API_BASE,
      routes: [
        ...botUserRoutes(createBotUsers(stores.botUsers, { now, newId }), base),
        ...ipRestrictionRoutes(ipRestrictions, base),
      ],
      revision: account.database.revision,
    }),
    answerInventory: createApi({
      ...common,
      base: INVENTORY_BASE,
      routes: [
        route(inventoryEndpoints.routes, async () => ({ routes: await ipRestrictions.routes() })),
      ],
      revision: () => undefined,
    }),
    openApi: openApiText({ publicUrl, versionHeader, version }),
    sharedRoutes: ipRestrictions.routes,
    checkReady: stores.account.canWrite,
    host: new URL(publicUrl).host,
  };
}

function upstream(
  { upstreamUrl, versionHeader, routesFile }: Settings,
  publicUrl: string,
  report: Report,
): Backend {
  if (upstreamUrl === undefined) throw new TypeError('Neither an account nor an upstream');
  const endpoints = [...Object.values(botUserEndpoints), ...Object.values(ipRestrictionEndpoints)];
  const routes = routesFile === undefined ? [] : readRoutesFile(routesFile);
  const { answer, isReachable } = createUpstream({
    base: upstreamUrl,
    endpoints,
    versionHeader,
    fixedHeaders: fixedHeaders(publicUrl),
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
