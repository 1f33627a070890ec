import type { RequestListener } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { INVENTORY_BASE, inventoryEndpoints } from '#contract/inventory.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { API_BASE } from '#contract/wire.ts';
import type { WriteRules } from '#contract/write-rules.ts';
import { apiKeysOf, newOperationId, type OpenData } from '#service/data.ts';
import { publicUrlOf } from '#service/announcement.ts';
import { createBotUsers } from '#service/domain/bot-users.ts';
import { OperatorError } from '#service/domain/operator-error.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { labelsOf, refuseProtected } from '#service/domain/protection.ts';
import { createRateLimit } from '#service/domain/rate-limit.ts';
import { readShared, type Shared } from '#service/domain/route-file.ts';
import { createApi } from '#service/http/api/api.ts';
import { botUserRoutes } from '#service/http/api/bot-users.ts';
import { ipRestrictionRoutes } from '#service/http/api/ip-restrictions.ts';
import { route } from '#service/http/api/route.ts';
import { fixedHeaders } from '#service/http/headers.ts';
import { memoizeFor } from '#service/http/memoize-for.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';
import {
  createRouter,
  type ApiHandler,
  type Report,
  type RouterOptions,
} from '#service/http/router.ts';
import { UpstreamError } from '#service/http/upstream/errors.ts';
import { createUpstream } from '#service/http/upstream/upstream.ts';
import type { Settings } from '#service/settings.ts';
import { readTextFile } from '#service/text-file.ts';

interface ServiceOptions {
  settings: Settings;
  /** `undefined` in upstream mode: the upstream has the data. */
  account: OpenData | undefined;
  /** The one it listens on. */
  port: number;
  answerPage: RequestListener;
  metrics?: Metrics;
  report: Report;
}

/** Joins the domain, the stores and HTTP. */
export function createService(options: ServiceOptions): RequestListener {
  const { settings, account, port, answerPage, metrics, report } = options;
  const publicUrl = publicUrlOf(settings, port);
  const { api, inventory, openApi, checkReady, host } = account
    ? embedded(settings, account, publicUrl)
    : upstream(settings, publicUrl);

  return createRouter({
    publicUrl,
    host: settings.host,
    port,
    apis: { [API_BASE]: api, [INVENTORY_BASE]: inventory },
    openApi,
    answerPage,
    metrics,
    report,
    newOperationId,
    checkReady: memoizeFor(CACHED_MS, checkReady),
    runtimeConfig: memoizeFor(CACHED_MS, async () => ({
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
      inventory_base: INVENTORY_BASE,
      demonstration: (await account?.stores.account.isDemonstration()) ?? false,
      write_rules: isAnythingRuled(settings.writeRules) ? settings.writeRules : null,
    })),
  });
}

/** The page reads `null` at its start without a schema. */
const isAnythingRuled = (rules: WriteRules) =>
  Object.values(rules).some((rule) => (Array.isArray(rule) ? rule.length > 0 : rule));

interface Backend extends Pick<RouterOptions, 'openApi' | 'checkReady'> {
  api: ApiHandler;
  inventory: ApiHandler;
  /** For people to see. */
  host: string;
}

function embedded(
  { versionHeader, version, rateLimit, writesPerMinute, writeRules }: Settings,
  account: OpenData,
  publicUrl: string,
): Backend {
  const { stores, database, newId } = account;
  const base = publicUrl + API_BASE;
  const ipRestrictions = createIpRestrictions(stores.ipRestrictions);
  const limitTo = (limit: number | undefined) =>
    limit === undefined ? undefined : createRateLimit(limit, stores.requestCounts);
  const options = {
    apiKeys: apiKeysOf(account),
    rateLimit: limitTo(rateLimit),
    writeLimit: limitTo(writesPerMinute),
    refuseProtected: (params: Record<string, string>) =>
      refuseProtected(writeRules, params, {
        botUserName: async () => (await stores.botUsers.find(params['id'] ?? ''))?.name,
        routeLabels: async (edges, ids) => labelsOf(await ipRestrictions.routes(), edges, ids),
      }),
    versionHeader,
    version,
    revision: database.revision,
  };
  const routes = [
    ...botUserRoutes(createBotUsers(stores.botUsers, { now: database.now, newId }), base),
    ...ipRestrictionRoutes(ipRestrictions, base),
  ];
  const listRoutes = route(inventoryEndpoints.routes, async () => ({
    routes: await ipRestrictions.routes(),
  }));
  const listPolicies = route(inventoryEndpoints.policies, async () => ({
    ip_policies: (await ipRestrictions.policies()).map(({ id, description }) => ({
      id,
      name: description,
      note: '',
    })),
  }));
  return {
    api: createApi(routes, options),
    inventory: createApi([listRoutes, listPolicies], options),
    openApi: openApiText({ publicUrl, versionHeader, version }),
    checkReady: stores.account.canWrite,
    host: new URL(publicUrl).host,
  };
}

function upstream(
  { upstreamUrl, versionHeader, routesFile, publicUrl: ownUrl, ...settings }: Settings,
  publicUrl: string,
): Backend {
  if (upstreamUrl === undefined) throw new TypeError('Neither an account nor an upstream');
  const { api, inventory, isReachable } = createUpstream({
    base: upstreamUrl,
    endpoints: [...Object.values(botUserEndpoints), ...Object.values(ipRestrictionEndpoints)],
    shared: routesFile === undefined ? undefined : readRoutesFile(routesFile),
    writeRules: settings.writeRules,
    writesPerMinute: settings.writesPerMinute,
    versionHeader,
    publicBase: ownUrl && ownUrl + API_BASE,
    fixedHeaders: fixedHeaders(publicUrl),
  });
  return {
    api,
    inventory,
    openApi: undefined,
    async checkReady() {
      if (!(await isReachable())) throw new UpstreamError('UPSTREAM_UNREACHABLE', 'connect');
    },
    host: upstreamUrl.host,
  };
}

function readRoutesFile(path: string): Shared {
  const refuse = (reason: string) =>
    new OperatorError(`The file ${path} of ROUTES_FILE is not usable: ${reason}`);
  const text = readTextFile(path, (reason) => refuse(`${reason}, so check its path.`));
  try {
    return readShared(text);
  } catch (error) {
    throw error instanceof OperatorError ? refuse(error.message) : error;
  }
}

/** How long responses that need no key are cached, in ms. */
const CACHED_MS = 2_000;
