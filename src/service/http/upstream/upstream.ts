import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import * as z from 'zod/mini';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { historyEndpoint, type HistoryQuery } from '#contract/history.ts';
import { inventoryEndpoints, type Protection } from '#contract/inventory.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { ServiceError } from '#service/domain/errors.ts';
import type { Author, HistoryStore } from '#service/domain/history.ts';
import { refuseProtected } from '#service/domain/protection.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import type { Shared } from '#service/domain/route-file.ts';
import { jsonIn } from '#service/domain/text.ts';
import { historyPage } from '#service/http/api/history.ts';
import { takeWrite } from '#service/http/authenticate.ts';
import { isRead } from '#service/http/endpoints.ts';
import { sendJson, type Report } from '#service/http/server.ts';
import { rewriteAddresses } from '#service/http/upstream/addresses.ts';
import type {
  UpstreamClient,
  UpstreamRequest,
  UpstreamResponse,
} from '#service/http/upstream/client.ts';
import {
  OWN_HEADERS,
  PASSED_HEADERS,
  requestHeaders,
  responseHeaders,
} from '#service/http/upstream/headers.ts';
import { changeIn } from '#service/http/upstream/record.ts';
import { addRoutes, paramsOf } from '#service/http/upstream/routes.ts';
import { parseQuery } from '#service/http/validation.ts';

export interface UpstreamOptions {
  client: UpstreamClient;
  /** What the operator shows to everybody who has a key. */
  shared: Shared;
  versionHeader: string;
  /**
   * Public address of this API, which replaces the upstream's in bodies; `undefined`: those pass unchanged, which is
   * fine for the page, as it takes only the query of an address.
   */
  publicBase?: string | undefined;
  protection: Protection;
  /** Of each key; `undefined`: no limit. */
  writeLimit?: RateLimit | undefined;
  report: Report['defect'];
  /** `undefined`: no history is kept. */
  history?: UpstreamHistory | undefined;
}

interface UpstreamHistory {
  store: HistoryStore;
  authorOf: (request: FastifyRequest) => Promise<Author>;
  publicUrl: () => string;
}

/** The only operations that pass. */
const ENDPOINTS = [...Object.values(botUserEndpoints), ...Object.values(ipRestrictionEndpoints)];

/** Longer than the client of an upstream waits for a whole response that comes without pauses. */
const KEPT_MS = 30_000;

/**
 * Passes requests on to one service that has the same API, so that a browser reaches it under our own origin.
 *
 * @returns plugins for the prefixes of the API and of the inventory
 */
export function createUpstream(options: UpstreamOptions) {
  const { client, versionHeader, publicBase, protection, writeLimit, report, history } = options;
  const { routes, ip_policies } = options.shared;

  async function send(request: UpstreamRequest): Promise<UpstreamResponse> {
    const response = await client.send(request);
    const { statusCode } = response;
    // 304 is the response to a condition that the client has sent.
    if (statusCode >= 300 && statusCode < 400 && statusCode !== 304)
      throw new ServiceError('UPSTREAM_REDIRECT', { cause: String(statusCode) });
    if (statusCode > 599)
      throw new ServiceError('UPSTREAM_UNREADABLE', { cause: String(statusCode) });
    return response;
  }

  /** A read for our own use, with the caller's key. */
  function read(request: FastifyRequest, path: string, signal: AbortSignal) {
    const headers = requestHeaders(request.headers, [...OWN_HEADERS, versionHeader]);
    return send({ method: 'GET', path, headers, signal });
  }

  /**
   * @returns a response in place of the change's: the upstream does not let the caller read what the change is about
   * @throws {ServiceError} it may not be changed from here
   */
  async function refuseChange(request: FastifyRequest, path: string, signal: AbortSignal) {
    let refusal: UpstreamResponse | undefined;
    if (writeLimit) await takeWrite(writeLimit, request);
    await refuseProtected(protection, paramsOf(request), {
      async botUserName() {
        const response = await read(request, path, signal);
        if (response.statusCode < 300) return readName(response);
        if (response.statusCode !== 404) refusal = response;
        return undefined;
      },
      routes: async () => routes,
    });
    return refusal;
  }

  async function passOn(request: FastifyRequest, reply: FastifyReply, path: string) {
    const signal = closedSignal(reply);
    const { method } = request;
    const refusal = isRead(request) ? undefined : await refuseChange(request, path, signal);
    if (refusal) return pass(request, reply, refusal);
    const headers = requestHeaders(request.headers, [...PASSED_HEADERS, versionHeader]);
    const body = (request.body ?? null) as Buffer | null; // see the parser below
    // A change that is kept in the history is waited for, also when its client has left.
    const until = history && !isRead(request) ? AbortSignal.timeout(KEPT_MS) : signal;
    return pass(request, reply, await send({ method, path, headers, body, signal: until }));
  }

  /** The body is read whole first: one that breaks off is an error, and not half a response. */
  async function pass(request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse) {
    const { statusCode, headers } = response;
    if (history && !isRead(request) && statusCode < 300)
      await record(history, request, await response.text.catch(() => ''));
    const text = await response.text;
    reply.code(statusCode).headers(responseHeaders(statusCode, headers));
    if (text === '') return reply.send();
    return reply.send(Buffer.from(publicBase ? rewriteAddresses(text, publicBase) : text));
  }

  /** The upstream has made the change, so its response passes in any case, and what cannot be read of it is left out. */
  async function record(keeper: UpstreamHistory, request: FastifyRequest, text: string) {
    try {
      await keeper.store.append(await keeper.authorOf(request), changeIn(request, text));
    } catch (error) {
      report(error, request.id, 'history');
    }
  }

  /** Only the upstream can check the key, so it is asked for one bot user. */
  const show =
    (result: (request: FastifyRequest) => object | Promise<object>): RouteHandlerMethod =>
    async (request, reply) => {
      const { list } = botUserEndpoints;
      const response = await read(request, `${list.path}?limit=1`, closedSignal(reply));
      if (response.statusCode !== list.status) return pass(request, reply, response);
      return sendJson(reply, await result(request));
    };

  return {
    async api(app: FastifyInstance): Promise<void> {
      const handler: RouteHandlerMethod = (request, reply) =>
        passOn(request, reply, request.url.slice(app.prefix.length));
      addRoutes(app, new Map(ENDPOINTS.map((endpoint) => [endpoint, handler])));
    },

    async inventory(app: FastifyInstance): Promise<void> {
      const handlers = new Map<Endpoint, RouteHandlerMethod>([
        [inventoryEndpoints.routes, show(() => ({ routes }))],
        [inventoryEndpoints.policies, show(() => ({ ip_policies }))],
        [inventoryEndpoints.protection, show(() => protection)],
      ]);
      if (history) {
        const { store, publicUrl } = history;
        const page = show(({ query }) =>
          historyPage(store, publicUrl(), parseQuery(historyEndpoint.query, query) as HistoryQuery),
        );
        handlers.set(historyEndpoint, page);
      }
      addRoutes(app, handlers);
    },
  };
}

/** Aborted when the client's response is closed: that ends what goes on with the upstream. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort(new ServiceError('MALFORMED_REQUEST')));
  return closed.signal;
}

const Named = z.object({ name: z.string() });

async function readName(response: UpstreamResponse): Promise<string> {
  const { data } = Named.safeParse(jsonIn(await response.text));
  if (data === undefined) throw new ServiceError('UPSTREAM_UNREADABLE', { cause: 'name' });
  return data.name;
}
