import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import type { WriteRules } from '#contract/write-rules.ts';
import { labelsOf, refuseProtected } from '#service/domain/protection.ts';
import type { Shared } from '#service/domain/route-file.ts';
import { createRateLimit, createRequestCounts } from '#service/domain/rate-limit.ts';
import { takeWrite } from '#service/http/authenticate.ts';
import { boundedBody, refuseBody, refuseLargeBody } from '#service/http/body.ts';
import { createEndpointTable, invalidPath } from '#service/http/endpoints.ts';
import { setHeaders } from '#service/http/headers.ts';
import type { RequestContext } from '#service/http/log.ts';
import { isRead } from '#service/http/page.ts';
import type { ApiHandler } from '#service/http/router.ts';
import { refuseUnclearAddress, refuseUnclearParameter } from '#service/http/upstream/address.ts';
import { passBody } from '#service/http/upstream/body.ts';
import { nameIn, NotRead, readAll } from '#service/http/upstream/name.ts';
import {
  createUpstreamConnection,
  type UpstreamRequest,
} from '#service/http/upstream/connection.ts';
import { UpstreamError } from '#service/http/upstream/errors.ts';
import { exchange, type WaitBounds } from '#service/http/upstream/exchange.ts';
import { passHeaders, requestHeaders, USER_AGENT } from '#service/http/upstream/headers.ts';
import { createRewriter } from '#service/http/upstream/rewrite.ts';

/** Milliseconds. */
interface UpstreamTimeouts extends WaitBounds {
  /** Without a byte in the middle of a body. */
  idleMs: number;
  /** For `isReachable`. */
  reachMs: number;
}

export interface UpstreamOptions {
  /** `http:` or `https:`, without credentials, query and fragment; a path is put in front of every address. */
  base: URL;
  /** The only operations that pass. */
  endpoints: Endpoint[];
  /** Shown to everybody who has a key. */
  shared?: Shared | undefined;
  versionHeader: string;
  /**
   * Public address of this API, which replaces the upstream's in bodies; `undefined`: bodies pass unchanged, which is
   * fine for the page, as it takes only the query of an address.
   */
  publicBase?: string | undefined;
  /** Of every response. */
  fixedHeaders: Record<string, string>;
  /** Of the page's rules, those that hold here as well. */
  writeRules?: Pick<WriteRules, 'protected_bot_users' | 'protected_routes'>;
  /** Of each key; `undefined`: no limit. */
  writesPerMinute?: number | undefined;
  timeouts?: Partial<UpstreamTimeouts>;
  /** For tests: authorities in PEM form. An operator has `NODE_EXTRA_CA_CERTS`. */
  ca?: string;
}

export interface Upstream {
  api: ApiHandler;
  inventory: ApiHandler;
  /** Whether a connection can be made now, with a certificate that is trusted; takes 2 s at most. */
  isReachable: () => Promise<boolean>;
  /** Closes the connections to the upstream. */
  close: () => void;
}

const NONE: Shared = { routes: [], ip_policies: [] };

const TIMEOUTS: UpstreamTimeouts = {
  connectMs: 5_000,
  answerMs: 12_000,
  idleMs: 15_000,
  reachMs: 2_000,
};

/** Passes requests on to one service that has the same API, so that a browser reaches it under our own origin. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const {
    versionHeader,
    publicBase,
    fixedHeaders,
    shared: { routes, ip_policies } = NONE,
  } = options;
  const { writeRules = { protected_bot_users: [], protected_routes: [] }, writesPerMinute } =
    options;
  const { protected_bot_users, protected_routes } = writeRules;
  const hasProtected = protected_bot_users.length + protected_routes.length > 0;
  const writeLimit =
    writesPerMinute === undefined
      ? undefined
      : createRateLimit(writesPerMinute, createRequestCounts());
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const connection = createUpstreamConnection(options.base, timeouts.reachMs, options.ca);
  const toRows = (endpoints: Endpoint[]) => endpoints.map((endpoint) => ({ endpoint }));
  const findEndpoint = createEndpointTable(toRows(options.endpoints));
  const findInventory = createEndpointTable([
    { endpoint: inventoryEndpoints.routes, text: JSON.stringify({ routes }) },
    { endpoint: inventoryEndpoints.policies, text: JSON.stringify({ ip_policies }) },
  ]);

  /** @returns the head of the response; the caller reads the body */
  async function ask(
    { request }: RequestContext,
    { method, body }: Pick<Endpoint, 'method' | 'body'>,
    address: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const hasBody = body !== none;
    if (hasBody) refuseLargeBody(request);
    else refuseBody(request);
    if (request.headers['user-agent'] === USER_AGENT)
      throw new UpstreamError('UPSTREAM_LOOP', 'user-agent');
    const headers = requestHeaders(request, versionHeader, hasBody);
    // Only an uncompressed body can be rewritten.
    if (publicBase !== undefined) headers['accept-encoding'] = 'identity';
    return send(
      { method: request.method ?? method, address, headers, signal },
      hasBody ? boundedBody(request) : undefined,
    );
  }

  async function send(asked: UpstreamRequest, body?: AsyncIterable<Uint8Array>) {
    const incoming = await exchange(connection, asked, body, timeouts);
    if (isRedirect(incoming))
      throw new UpstreamError('UPSTREAM_REDIRECT', String(incoming.statusCode));
    return incoming;
  }

  /**
   * The name of the bot user that a change is about, read with the caller's own key.
   *
   * @returns `undefined`: there is none
   * @throws {NotRead} the upstream says something else; `UpstreamError`: what it says cannot be read
   */
  async function readName({ request }: RequestContext, address: string, signal: AbortSignal) {
    const headers = requestHeaders(request, versionHeader, false);
    // The conditions are those of the change.
    for (const name of ['if-match', 'if-none-match', 'content-type']) delete headers[name];
    headers['accept-encoding'] = 'identity';
    const incoming = await send({ method: 'GET', address, headers, signal });
    if (incoming.statusCode === 404) return void incoming.resume();
    if (incoming.statusCode !== 200) throw new NotRead(incoming);
    return nameIn(await readAll(incoming, timeouts.idleMs));
  }

  /** @throws {HttpError} it may not be changed from here */
  async function refuseChange(
    context: RequestContext,
    params: Record<string, string>,
    address: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { request, search } = context;
    // The API has none: a service could take the id from it.
    if (hasProtected && search !== '') throw invalidPath('A change takes no query');
    if (writeLimit) await takeWrite(writeLimit, hashOf(request.headers.authorization));
    await refuseProtected(writeRules, params, {
      botUserName: () => readName(context, address, signal),
      routeLabels: async (edges, ids) => labelsOf(routes, edges, ids),
    });
  }

  async function pass({ response, operationId }: RequestContext, incoming: IncomingMessage) {
    setHeaders(response, { ...fixedHeaders, [OPERATION_ID_HEADER]: operationId });
    passHeaders(incoming, response);
    const isPlain = incoming.headers['content-encoding'] === undefined;
    const rewriter = publicBase !== undefined && isPlain ? createRewriter(publicBase) : undefined;
    if (rewriter) response.removeHeader('Content-Length');
    await passBody(incoming, response, timeouts.idleMs, rewriter);
  }

  /** @param work gets a signal that is aborted when the client's response is closed */
  async function untilClosed(
    { response }: RequestContext,
    work: (signal: AbortSignal) => ReturnType<ApiHandler>,
  ) {
    const closed = new AbortController();
    // Also after a success: this drops the unread body of a redirect, or of a request that was answered early.
    response.once('close', () => closed.abort());
    try {
      return await work(closed.signal);
    } catch (error) {
      if (error !== closed.signal.reason) throw error;
      return undefined;
    }
  }

  return {
    async api(context, path) {
      const { request, search } = context;
      refuseUnclearAddress(path, search);
      const { row, params } = findEndpoint(request.method ?? '', path);
      Object.values(params).forEach(refuseUnclearParameter);
      context.route = row.endpoint.path;
      return untilClosed(context, async (signal) => {
        try {
          if (!isRead(request)) await refuseChange(context, params, path, signal);
        } catch (error) {
          if (!(error instanceof NotRead)) throw error;
          return pass(context, error.incoming);
        }
        return pass(context, await ask(context, row.endpoint, path + search, signal));
      });
    },

    /** Only the upstream can check the key, so it is asked for one bot user. */
    async inventory(context, path) {
      const { endpoint, text } = findInventory(context.request.method ?? '', path).row;
      context.route = endpoint.path;
      const { list } = botUserEndpoints;
      return untilClosed(context, async (signal) => {
        const incoming = await ask(context, list, `${list.path}?limit=1`, signal);
        if (incoming.statusCode !== list.status) return pass(context, incoming);
        incoming.resume();
        return { status: 200, text };
      });
    },

    isReachable: connection.isReachable,
    close: connection.close,
  };
}

/** The key itself is kept nowhere. */
const hashOf = (authorization = '') => createHash('sha256').update(authorization).digest('hex');

/** 304 is the response to a condition that the client has sent. */
const isRedirect = ({ statusCode = 0 }: IncomingMessage) =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304;
