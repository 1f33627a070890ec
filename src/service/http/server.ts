import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import { STOPPING, watchConnections } from '#service/http/connections.ts';
import { HttpError, toErrorBody } from '#service/http/http-error.ts';
import { logWritten, type RequestLine } from '#service/http/log.ts';
import { fixedHeaders } from '#service/http/headers.ts';

/** How long a stop waits for requests in flight. */
const STOP_MS = 10_000;

/** Milliseconds for the head of a request, and for all of it. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** Milliseconds without progress while a response is sent, after which the connection is closed. */
const STUCK_MS = 60_000;

export interface ServerOptions {
  maxConnections: number;
  /** See `fixedHeaders`. */
  publicUrl?: string | undefined;
  /** For tests, which have no time to wait. */
  headersMs?: number;
  requestMs?: number;
  stuckMs?: number;
}

/**
 * A server with bounds for slow, many and oversized requests, without a listener yet.
 *
 * @param log for responses that no listener makes: not HTTP, too slow, too large, CONNECT
 */
export function createBoundedServer(
  newOperationId: () => string,
  options: ServerOptions,
  log: (line: RequestLine) => void = () => {},
): Server {
  const { headersMs = HEADERS_MS, requestMs = REQUEST_MS, stuckMs = STUCK_MS } = options;
  const { maxConnections, publicUrl } = options;
  const headers = fixedHeaders(publicUrl);
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: 500, // check for slow requests every 500 ms
    keepAliveTimeout: 10_000,
    requireHostHeader: false, // the router refuses a missing one with the API's own error
  });
  server.maxConnections = maxConnections;
  server.timeout = stuckMs;

  const { endWith } = watchConnections(server, maxConnections);
  const toText = (refusal: HttpError) => (broken: ServerResponse | undefined) =>
    responseText(refusal, headers, logWritten(broken, refusal.status, newOperationId, log));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else endWith(socket, toText(toMalformed(error.code)));
  });
  // Node would close the connection without a response.
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    endWith(socket, toText(noTunnel())),
  );
  // Not while the response waits for its turn: Node would send it behind the response's head. Clients can do without.
  server.on('checkContinue', (request, response) => {
    if (response.socket !== null) response.writeContinue();
    server.emit('request', request, response);
  });
  // Node would send a bare 417; a server may ignore an expectation that it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** @returns the port that was taken; it differs from the one asked for when that is 0 */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Refuses new connections and waits for requests in flight, at most ten seconds. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy when the stop began would stay open for a next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const bound = setTimeout(() => server.closeAllConnections(), STOP_MS);
    server.emit(STOPPING);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(bound);
      resolve();
    });
  });
}

/** Node has no response object for a request that it cannot read, so the response is written as text. */
function responseText(
  refusal: HttpError,
  fixed: Record<string, string>,
  operationId: string,
): string {
  const body = JSON.stringify(toErrorBody(refusal, operationId));
  const headers = {
    ...fixed,
    ...refusal.headers,
    [OPERATION_ID_HEADER]: operationId,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}

function noTunnel(): HttpError {
  const headers = { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' };
  return new HttpError('METHOD_NOT_ALLOWED', { text: 'This service is no proxy', headers });
}

function toMalformed(code: string | undefined): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError('REQUEST_TOO_SLOW');
  return new HttpError('MALFORMED_REQUEST');
}
