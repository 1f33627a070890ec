import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { historyEndpoint } from '#contract/history.ts';
import { INVENTORY_BASE, inventoryEndpoints, type Protection } from '#contract/inventory.ts';
import { API_BASE } from '#contract/wire.ts';
import { authorOf, newOperationId, type OpenData } from '#service/data.ts';
import { createBotUsers } from '#service/domain/bot-users.ts';
import { idAfter } from '#service/domain/ids.ts';
import { createIpRestrictions } from '#service/domain/ip-restrictions.ts';
import { refuseProtected } from '#service/domain/protection.ts';
import { createRequestCounts, limitTo } from '#service/domain/rate-limit.ts';
import { addApi, operation } from '#service/http/api/api.ts';
import { botUserOperations } from '#service/http/api/bot-users.ts';
import { historyPage } from '#service/http/api/history.ts';
import { ipRestrictionOperations } from '#service/http/api/ip-restrictions.ts';
import { personOf } from '#service/http/authenticate.ts';
import { addressesOf } from '#service/http/hosts.ts';
import type { Metrics } from '#service/http/metrics.ts';
import type { ServerBounds } from '#service/http/node-server.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';
import { createPage } from '#service/http/page.ts';
import { createServer, type Report } from '#service/http/server.ts';
import { addStatusRoutes } from '#service/http/status.ts';
import type { UpstreamClient } from '#service/http/upstream/client.ts';
import { createUpstream } from '#service/http/upstream/upstream.ts';
import type { Settings } from '#service/settings.ts';
import { readRoutesFile } from '#service/text-file.ts';

export interface ServiceOptions {
  settings: Settings & Partial<ServerBounds>;
  /** Before an upstream, which has the account, that of the history alone; `undefined`: none is kept. */
  data?: OpenData | undefined;
  upstream?: UpstreamClient | undefined;
  /** Of the page, as the build has made it. */
  pageDirectory: string;
  metrics?: Metrics | undefined;
  report: Report;
}

/** Joins the domain, the stores and HTTP. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { settings, data, upstream, metrics, report } = options;
  let addresses = addressesOf(settings, settings.port);
  const publicUrl = () => addresses.publicUrl;
  const app = createServer({
    bounds: settings,
    publicUrl,
    isOwnHost: (host) => addresses.hosts.has(host),
    newOperationId,
    report,
    page: createPage(options.pageDirectory),
  });

  // Port 0 stands for any free one.
  app.server.once('listening', () => (addresses = addressesOf(settings, portOf(app))));

  const backend = upstream ? passingOn(options, upstream, publicUrl) : embedded(options, publicUrl);
  void app.register(backend.api, { prefix: API_BASE });
  void app.register(backend.inventory, { prefix: INVENTORY_BASE });
  addStatusRoutes(app, {
    report,
    metrics,
    openApi: upstream ? undefined : () => openApiText({ ...settings, publicUrl: publicUrl() }),
    checkReady: backend.checkReady,
    runtimeConfig: async () => ({
      service_host: backend.host(),
      version_header: settings.versionHeader,
      version: settings.version,
      limits: {
        requests_per_minute: settings.rateLimit,
        requests_at_once: settings.requestsAtOnce,
      },
      idle_minutes: settings.idleMinutes,
      session_hours: settings.sessionHours,
      instance:
        settings.instanceName === undefined
          ? null
          : { name: settings.instanceName, colour: settings.instanceColour },
      inventory_base: INVENTORY_BASE,
      history: data !== undefined,
      // The page starts also while the data is away.
      demonstration: await backend.isDemonstration().catch(() => false),
      write_rules: publicRules(settings),
    }),
  });
  return app;
}

/** Of a server that listens by TCP. */
export const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

/** Without what is protected, which is shown with a key only. The page reads `null` at its start without a schema. */
const publicRules = ({ protection, writeRules }: Settings) =>
  isAnythingProtected(protection) || Object.values(writeRules).some(Boolean) ? writeRules : null;

const isAnythingProtected = ({ protected_bot_users, protected_routes }: Protection) =>
  protected_bot_users.length + protected_routes.length > 0;

/** Who makes a change by a request, for the history. */
function authorBy(settings: Settings, data: OpenData) {
  const person = personOf(settings.userHeader, settings.trustedProxy);
  return (request: FastifyRequest) => {
    const { id: key_id, name: key_label } = request.caller;
    return authorOf(data, { key_id, key_label, person: person(request), operation_id: request.id });
  };
}

function embedded({ settings, data }: ServiceOptions, publicUrl: () => string) {
  if (data === undefined) throw new TypeError('Neither an account nor an upstream');
  const { versionHeader, version, rateLimit, writesPerMinute, protection } = settings;
  const { stores, apiKeys, database, newId } = data;
  const base = () => publicUrl() + API_BASE;
  const options = {
    apiKeys,
    rateLimit: limitTo(rateLimit, stores.requestCounts),
    writeLimit: limitTo(writesPerMinute, stores.requestCounts),
    refuseProtected: isAnythingProtected(protection)
      ? (params: Record<string, string>) =>
          refuseProtected(protection, params, {
            botUserName: async (id) => (await stores.botUsers.find(id))?.name,
            routes: stores.ipRestrictions.routes,
          })
      : undefined,
    versionHeader,
    version,
    revision: database.revision,
    authorOf: authorBy(settings, data),
  };
  return {
    async api(app: FastifyInstance) {
      // So "newest first" holds whatever the clocks of other processes and servers do. Those of the same moment do not see
      // each other. They may follow on the same id, and stay different: the end of an id is random.
      async function newBotId() {
        const fresh = newId('bot', await database.now());
        const [newest] = settings.databaseUrl ? await stores.botUsers.page(1) : [];
        return newest ? idAfter(newest.id, fresh) : fresh;
      }
      const botUsers = createBotUsers(stores.botUsers, newBotId);
      const operations = [
        ...botUserOperations(botUsers, base),
        ...ipRestrictionOperations(createIpRestrictions(stores.ipRestrictions), base),
      ];
      addApi(app, operations, options);
    },
    async inventory(app: FastifyInstance) {
      const { routes, policies, protection: shown } = inventoryEndpoints;
      const { ipRestrictions, history } = stores;
      const operations = [
        operation(routes, async () => ({ routes: await ipRestrictions.routes() })),
        operation(policies, async () => {
          const all = await ipRestrictions.policies();
          return { ip_policies: all.map(({ id, description: name }) => ({ id, name, note: '' })) };
        }),
        operation(shown, async () => protection),
        operation(historyEndpoint, ({ query }) => historyPage(history, publicUrl(), query)),
      ];
      addApi(app, operations, options);
    },
    checkReady: stores.account.canWrite,
    host: () => new URL(publicUrl()).host,
    isDemonstration: stores.account.isDemonstration,
  };
}

function passingOn(
  { settings, data, report }: ServiceOptions,
  client: UpstreamClient,
  ownUrl: () => string,
) {
  const { versionHeader, routesFile, writesPerMinute, protection, publicUrl } = settings;
  return {
    ...createUpstream({
      client,
      shared: readRoutesFile(routesFile),
      protection,
      writeLimit: limitTo(writesPerMinute, createRequestCounts()),
      versionHeader,
      publicBase: publicUrl && publicUrl + API_BASE,
      report: report.defect,
      history: data && {
        store: data.stores.history,
        publicUrl: ownUrl,
        authorOf: authorBy(settings, data),
      },
    }),
    checkReady: client.checkReachable,
    host: () => client.base.host,
    isDemonstration: async () => false,
  };
}
