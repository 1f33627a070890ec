import type { RequestListener } from 'node:http';
import type { AnswerOf } from '#contract/endpoint.ts';
import { RUNTIME_CONFIG_PATH, type runtimeConfigEndpoint } from '#contract/runtime-config.ts';
import { API_BASE, OPERATION_ID_HEADER } from '#contract/wire.ts';
import { inTurn } from '#service/http/connections.ts';
import { HttpError, toErrorBody, toHttpError } from '#service/http/http-error.ts';
import { featureHeaders, fixedHeaders, setHeaders } from '#service/http/headers.ts';
import { ownHosts } from '#service/http/hosts.ts';
import { openContext, type RequestContext, type RequestLine } from '#service/http/log.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { isRead, sendText } from '#service/http/page.ts';

/** Where the process reports what it does. */
export interface Report {
  request: (line: RequestLine) => void;
  /** @param operation what was asked for, without the values that came from outside */
  defect: (error: unknown, operationId: string, operation: string) => void;
}

export interface JsonResponse {
  status: number;
  /** JSON; `undefined`: no body. */
  text?: string | undefined;
}

/**
 * Answers everything below one base path. It returns the response, writes one itself, or throws.
 *
 * @param path below the base, raw
 */
export type ApiHandler = (
  context: RequestContext,
  path: string,
) => JsonResponse | Promise<JsonResponse | void>;

export interface RouterOptions {
  /** Origin under which people and clients reach the service. */
  publicUrl: string;
  host: string;
  port: number;
  /** By base path, such as `/api`. */
  apis: Record<string, ApiHandler>;
  /** The API's OpenAPI document; `undefined` in upstream mode. */
  openApi: string | undefined;
  /** For everything that is not the service's own. */
  answerPage: RequestListener;
  runtimeConfig: () => Promise<AnswerOf<typeof runtimeConfigEndpoint>>;
  /** Rejects when the service cannot do its work at the moment. */
  checkReady: () => Promise<void>;
  /** `undefined`: switched off. */
  metrics: Metrics | undefined;
  newOperationId: () => string;
  report: Report;
}

type Answer = (context: RequestContext) => void | Promise<void>;

/** Alive: this process answers. Ready: its data can be written, or the upstream reached. */
const HEALTH_PATH = '/healthz';
const READY_PATH = '/readyz';
const METRICS_PATH = '/metrics';
const OPENAPI_PATH = `${API_BASE}/openapi.json`;

/** Passes each request to an API, the page, or one of the small endpoints beside them. */
export function createRouter(options: RouterOptions): RequestListener {
  const { publicUrl, openApi, metrics, newOperationId, report } = options;
  const apis = Object.entries(options.apis);
  const fixed = fixedHeaders(publicUrl);
  const fixedList = Object.entries(fixed).flat();
  const ownHeaders = { ...fixed, ...featureHeaders };
  const hosts = ownHosts(publicUrl, options.host, options.port);

  /** Probes ask by the machine's address, so the Host header is not checked. */
  const forMachines = new Map<string, Answer>([
    [HEALTH_PATH, ({ response }) => sendText(response, 200, 'ok')],
    [
      READY_PATH,
      async ({ response }) => {
        await options.checkReady();
        sendText(response, 200, 'ready');
      },
    ],
    [
      METRICS_PATH,
      async ({ response }) => {
        if (metrics === undefined) return sendText(response, 404, 'METRICS is off.');
        const text = await metrics.text();
        response.setHeader('Content-Type', metrics.contentType).end(text);
      },
    ],
  ]);

  const forReaders = new Map<string, Answer>([
    [
      RUNTIME_CONFIG_PATH,
      async ({ response }) => {
        const text = JSON.stringify(await options.runtimeConfig());
        response.setHeader('Content-Type', 'application/json').end(text);
      },
    ],
  ]);
  if (openApi !== undefined)
    forReaders.set(OPENAPI_PATH, (context) => sendJson(context, { status: 200, text: openApi }));

  /** All headers in one list: setting them one by one takes a sixth of the time of a small response. */
  function sendJson(context: RequestContext, { status, text }: JsonResponse): void {
    const { response, operationId } = context;
    const headers = [...fixedList, OPERATION_ID_HEADER, operationId, ...context.headers];
    if (text !== undefined) {
      const length = String(Buffer.byteLength(text));
      headers.push('Content-Type', 'application/json', 'Content-Length', length);
    }
    response.writeHead(status, headers).end(text);
  }

  /** The one place where an error becomes a response. */
  function fail(context: RequestContext, isApi: boolean, error: unknown): void {
    const { request, response, operationId, path, route } = context;
    const refusal = toHttpError(error);
    if (refusal.status >= 500) report.defect(error, operationId, `${request.method} ${route}`);
    if (response.headersSent || response.destroyed) return;
    if (isApi) {
      context.headers.push(...Object.entries(refusal.headers).flat());
      const text = JSON.stringify(toErrorBody(refusal, operationId));
      return sendJson(context, { status: refusal.status, text });
    }
    setHeaders(response, refusal.headers);
    if (path === READY_PATH) sendText(response, 503, 'not ready');
    else sendText(response, refusal.status, refusal.message);
  }

  function answer(context: RequestContext, api: [string, ApiHandler] | undefined) {
    const { request, response, path } = context;
    refuseUnknownEnd(context);
    const forMachine = forMachines.get(path);
    if (forMachine !== undefined) return forMachine(context);
    if (!/^\/[^\\]*$/.test(path)) throw new HttpError('INVALID_PATH', { text: 'Ask for a path' });
    const { host } = request.headers;
    if (host === undefined) throw new HttpError('HOST_MISSING');
    if (!hosts.has(host.toLowerCase()))
      throw new HttpError('MISDIRECTED_REQUEST', { values: { url: publicUrl } });

    const forReader = forReaders.get(path);
    if (forReader !== undefined && isRead(request)) {
      context.route = path;
      return forReader(context);
    }
    if (api === undefined) return options.answerPage(request, response);
    const [base, handle] = api;
    const answered = handle(context, path.slice(base.length));
    if (!(answered instanceof Promise)) return sendJson(context, answered);
    return answered.then((made) => made && sendJson(context, made));
  }

  return inTurn((request, response) => {
    const context = openContext(request, response, newOperationId(), report.request);
    const { path } = context;
    const api = apis.find(([base]) => path === base || path.startsWith(`${base}/`));
    if (api === undefined) {
      setHeaders(response, ownHeaders);
      context.route = forMachines.has(path) || path === RUNTIME_CONFIG_PATH ? path : '/*';
    }
    try {
      const answered = answer(context, api);
      answered?.catch((error: unknown) => fail(context, api !== undefined, error));
    } catch (error) {
      fail(context, api !== undefined, error);
    }
  });
}

/** RFC 9112, section 6.3: where such a body ends is unknown. Node takes everything that follows as the body. */
function refuseUnknownEnd({ request: { headers } }: RequestContext): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return;
  throw new HttpError('MALFORMED_REQUEST', {
    text: 'The only Transfer-Encoding read here is chunked',
    headers: { Connection: 'close' },
  });
}
