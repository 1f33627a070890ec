import { STATUS_CODES } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/error-body.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { API_BASE, BODY_BYTES_MAX, OPERATION_ID_HEADER } from '#contract/wire.ts';
import { errorCode, ServiceError, type ErrorCode } from '#service/domain/errors.ts';
import { pathOf } from '#service/http/endpoints.ts';
import { fixedHeaders } from '#service/http/headers.ts';
import { createNodeServer, type ServerBounds } from '#service/http/node-server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the request in the log, in place of its route's address; one that came from outside is not logged. */
    label?: string;
    /** Probes ask by the machine's address, so the Host header is not checked. */
    anyHost?: true;
  }
}

/** One request, as it may be logged and measured: nothing in it came from outside but the method and the status. */
export interface RequestLine {
  operation_id: string;
  /** One of about 35: Node refuses a request with another method. */
  method: string;
  /** Pattern such as `/bot_users/{id}`, never the address itself. */
  route: string;
  status: number;
  /** From the first line of the request to the end of the response. */
  ms: number;
  /** The connection was closed before the end of the response; `status` is 499 when not even its head was written. */
  aborted?: true;
}

/** Where the process reports what it does. */
export interface Report {
  request: (line: RequestLine) => void;
  /** @param operation what was asked for, without the values that came from outside */
  defect: (error: unknown, operationId: string, operation: string) => void;
}

export interface ServerOptions {
  bounds: ServerBounds;
  /** Origin under which people and clients reach the service; its port is known once it listens. */
  publicUrl: () => string;
  /** Whether the service may be asked under this value of `Host`. */
  isOwnHost: (host: string) => boolean;
  newOperationId: () => string;
  report: Report;
  /** Answers whatever is neither the API nor one of the small addresses beside it. */
  page: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Fastify with what every response of this service has: headers, an operation id, a line in the log, our errors. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { bounds, newOperationId, report } = options;
  const fixed = fixedHeaders(options.publicUrl());

  function admit(request: FastifyRequest, reply: FastifyReply): void {
    const { id, url, routeOptions } = request;
    const isApi = isApiUrl(url);
    logAtEnd(report, request, reply);
    reply.headers(fixed);
    if (isApi) reply.header(OPERATION_ID_HEADER, id);
    refuseUnclearRequest(request, reply);
    // A proxy in front lets `/%6detrics` through where it keeps `/metrics` inside.
    if (!isApi && routeOptions.url !== undefined && routeOptions.url !== pathOf(request))
      throw new ServiceError('ENDPOINT_NOT_FOUND');
    if (!routeOptions.config?.anyHost) refuseOtherHosts(request, options);
  }

  /** The one place where an error becomes a response. */
  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { id, raw } = request;
    const known = toServiceError(error);
    if (known.status >= 500) report.defect(error, id, `${raw.method} ${labelOf(request)}`);
    // Fastify closes the connection after each body that it refuses, also when all of it has been read.
    if (raw.complete && reply.raw.shouldKeepAlive && reply.hasHeader('Connection'))
      reply.header('Connection', 'keep-alive');
    reply.code(known.status).headers(headersOf(known));
    if (isApiUrl(request.url)) sendJson(reply, toErrorBody(known, id));
    else sendText(reply, known.message);
  }

  const app = fastify({
    serverFactory: (listener) => createNodeServer(listener, textOf, bounds),
    genReqId: newOperationId,
    bodyLimit: BODY_BYTES_MAX,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: () => {}, // the server has its own
    // Of an address with a broken percent-encoding, for which there is no hook.
    frameworkErrors(error, request, reply) {
      try {
        admit(request, reply);
        if (isApiUrl(request.url)) throw error;
        options.page(request, reply);
      } catch (problem) {
        fail(problem, request, reply);
      }
    },
  });
  // No address beside the API takes a body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler(fail);
  app.setNotFoundHandler(options.page);
  app.addHook('onRequest', (request, reply, done) => {
    admit(request, reply);
    done();
  });

  function textOf(problem: Error): string {
    const error = toServiceError(problem, 'MALFORMED_REQUEST');
    const id = newOperationId();
    // What is known of a request that broke off has a line of its own.
    const { status } = error;
    report.request({ operation_id: id, method: 'OTHER', route: 'unknown', status, ms: 0 });
    const body = JSON.stringify(toErrorBody(error, id));
    const headers = {
      ...fixed,
      ...headersOf(error),
      [OPERATION_ID_HEADER]: id,
      Connection: 'close',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
  }
  return app;
}

/** @param body sent as JSON; as bytes, for Fastify would name an encoding that JSON does not have */
export const sendJson = (reply: FastifyReply, body: object | Buffer) =>
  reply
    .header('Content-Type', 'application/json')
    .send(body instanceof Buffer ? body : Buffer.from(JSON.stringify(body)));

export const sendText = (reply: FastifyReply, text: string) =>
  reply.type('text/plain; charset=utf-8').send(`${text}\n`);

const API_URL = new RegExp(`^(${API_BASE}|${INVENTORY_BASE})([/?]|$)`);
const isApiUrl = (url: string) => API_URL.test(url);

const labelOf = ({ url, routeOptions }: FastifyRequest) =>
  routeOptions.config?.label ?? routeOptions.url ?? (isApiUrl(url) ? 'unknown' : '/*');

/** The client has left, or its body broke off: neither a success nor a failure. nginx uses the same number. */
const CLIENT_LEFT = 499;

/** Writes one line of a request, however it ends. */
function logAtEnd(report: Report, request: FastifyRequest, { raw: response }: FastifyReply): void {
  const start = performance.now();
  response.once('close', () =>
    report.request({
      operation_id: request.id,
      method: request.method,
      route: labelOf(request),
      status: response.headersSent ? response.statusCode : CLIENT_LEFT,
      ms: Math.round((performance.now() - start) * 100) / 100,
      ...(!response.writableFinished && { aborted: true }),
    }),
  );
}

function refuseUnclearRequest({ url, headers }: FastifyRequest, { raw: response }: FastifyReply) {
  // RFC 9112, section 6.3: where such a body ends is unknown. Node takes everything that follows as the body.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    response.shouldKeepAlive = false;
    throw new ServiceError('MALFORMED_REQUEST');
  }
  if (!/^\/[^\\#?]*(\?[^#]*)?$/.test(url)) throw new ServiceError('INVALID_PATH');
}

function refuseOtherHosts({ headers }: FastifyRequest, options: ServerOptions): void {
  const { host } = headers;
  if (host === undefined) throw new ServiceError('HOST_MISSING');
  if (!options.isOwnHost(host.toLowerCase()))
    throw new ServiceError('MISDIRECTED_REQUEST', { values: { url: options.publicUrl() } });
}

/** What Fastify and Node refuse by themselves, by their codes; a body that breaks off has the code of the connection. */
const REFUSALS: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'INVALID_PATH',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'UNSUPPORTED_CONTENT_TYPE', // of QUERY, which needs one to be looked at
  ECONNRESET: 'MALFORMED_REQUEST', // nobody is there to read it
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
};

/** @param otherwise what any other error is: by default a defect, which becomes a 500 without its text */
const toServiceError = (error: unknown, otherwise: ErrorCode = 'INTERNAL_ERROR') =>
  error instanceof ServiceError
    ? error
    : new ServiceError(REFUSALS[errorCode(error) ?? ''] ?? otherwise);

/** Headers that follow from what an error says. */
const headersOf = ({ status, values: { methods, seconds } }: ServiceError) => ({
  ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  ...(methods !== undefined && { Allow: String(methods) }),
  ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
});

const toErrorBody = (
  { status, code, message, fields }: ServiceError,
  operationId: string,
): ErrorBody => ({
  error_code: code,
  status_code: status,
  msg: message,
  details: { ...fields, operation_id: operationId },
});
