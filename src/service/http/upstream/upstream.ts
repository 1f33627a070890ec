import type { IncomingMessage, ServerResponse } from 'node:http';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { API_BASE, OPERATION_ID_HEADER } from '#contract/wire.ts';
import { createEndpointTable, pathParams } from '#service/http/api/endpoint-table.ts';
import { createApiSender, type ApiListener } from '#service/http/api/answer.ts';
import { refuseUnclearAddress, refuseUnclearParameter } from '#service/http/raw-path.ts';
import { toRefusal } from '#service/http/errors.ts';
import { boundedBody, refuseBody, refuseLargeBody } from '#service/http/body.ts';
import { noteRoute, operationOf } from '#service/http/log.ts';
import { setHeaders } from '#service/http/headers.ts';
import { passBody } from '#service/http/upstream/body.ts';
import { createUpstreamConnection } from '#service/http/upstream/connection.ts';
import { exchange, type WaitBounds } from '#service/http/upstream/exchange.ts';
import { UpstreamFailure } from '#service/http/upstream/failure.ts';
import { passHeaders, requestHeaders, USER_AGENT } from '#service/http/upstream/headers.ts';

/** Milliseconds. */
export interface UpstreamTimeouts extends WaitBounds {
  /** Without a byte in the middle of an answer. */
  idleMs: number;
  /** For `isReachable`. */
  reachMs: number;
}

export interface UpstreamOptions {
  /** `http:` or `https:`, without credentials, query and fragment; a path is put in front of every address. */
  base: URL;
  /** The only operations that pass. */
  endpoints: Endpoint[];
  versionHeader: string;
  /** Of every answer. */
  fixedHeaders: Record<string, string>;
  /**
   * Takes an `UpstreamFailure` whenever the upstream was at fault, and every defect of ours.
   *
   * @param operation what was asked for, without the values that came from outside
   */
  logDefect: (error: unknown, operationId: string, operation: string) => void;
  timeouts?: Partial<UpstreamTimeouts>;
  /** For tests: authorities in PEM form. An operator has `NODE_EXTRA_CA_CERTS`. */
  ca?: string;
}

export interface Upstream {
  answer: ApiListener;
  /** Whether a connection can be made now, with a certificate that is trusted; takes 2 s at most. */
  isReachable: () => Promise<boolean>;
  /** Ends the connections to the upstream. */
  close: () => void;
}

const TIMEOUTS: UpstreamTimeouts = {
  connectMs: 5_000,
  answerMs: 12_000,
  idleMs: 15_000,
  reachMs: 2_000,
};

/** Stands before one service that has the same API, so that a browser reaches it under our own origin. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { versionHeader, fixedHeaders, logDefect } = options;
  const { sendRefusal } = createApiSender(fixedHeaders);
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const connection = createUpstreamConnection(options.base, timeouts.reachMs, options.ca);
  const findEndpoint = createEndpointTable(options.endpoints.map((endpoint) => ({ endpoint })));

  async function pass(
    endpoint: Endpoint,
    address: string,
    incoming: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const hasBody = endpoint.body !== none;
    if (hasBody) refuseLargeBody(incoming);
    else refuseBody(incoming);
    if (incoming.headers['user-agent'] === USER_AGENT)
      throw new UpstreamFailure('UPSTREAM_LOOP', 'user-agent');

    const { method = endpoint.method } = incoming;
    const headers = requestHeaders(incoming, versionHeader, hasBody);
    const body = hasBody ? boundedBody(incoming) : undefined;
    const request = { method, address, headers, signal };
    const answer = await exchange(connection, request, body, timeouts);
    if (isRedirect(answer))
      throw new UpstreamFailure('UPSTREAM_REDIRECT', String(answer.statusCode));
    passHeaders(answer, response);
    await passBody(answer, response, timeouts.idleMs);
  }

  async function handle(
    incoming: IncomingMessage,
    response: ServerResponse,
    operationId: string,
  ): Promise<void> {
    setHeaders(response, { ...fixedHeaders, [OPERATION_ID_HEADER]: operationId });
    const leaving = new AbortController();
    // Also after a good end: it drops what nobody reads of a redirect, or of a body that was answered early.
    response.once('close', () => leaving.abort());
    try {
      const { method = '', url = '' } = incoming;
      const address = url.slice(API_BASE.length);
      refuseUnclearAddress(address);
      const { endpoint } = findEndpoint(method, address);
      Object.values(pathParams(endpoint, address)).forEach(refuseUnclearParameter);
      noteRoute(response, endpoint.path);
      await pass(endpoint, address, incoming, response, leaving.signal);
    } catch (error) {
      if (error === leaving.signal.reason) return;
      const refusal = toRefusal(error);
      if (refusal.status >= 500) logDefect(error, operationId, operationOf(incoming, response));
      if (!response.destroyed) sendRefusal(response, operationId, refusal);
    }
  }

  return {
    answer: (...of) => void handle(...of),
    isReachable: connection.isReachable,
    close: connection.close,
  };
}

/** 304 is an answer to a condition that the client has sent. */
const isRedirect = ({ statusCode = 0 }: IncomingMessage) =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304;
