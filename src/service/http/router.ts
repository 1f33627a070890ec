import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AnswerOf } from '#contract/endpoint.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { RUNTIME_CONFIG_PATH, type runtimeConfigEndpoint } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import { createApiSender, type ApiListener } from '#service/http/api/answer.ts';
import { createHostCheck } from '#service/http/hosts.ts';
import { inTurn } from '#service/http/in-turn.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { isRead, sendText } from '#service/http/page.ts';
import { pathOf } from '#service/http/raw-path.ts';
import { Refusal, toRefusal } from '#service/http/errors.ts';
import { logAtEnd, noteRoute, type RequestLine } from '#service/http/log.ts';
import { featureHeaders, fixedHeaders, setHeaders } from '#service/http/headers.ts';

/** Where the process reports what it does. */
export interface Report {
  request: (line: RequestLine) => void;
  /** @param operation what was asked for, without the values that came from outside */
  defect: (error: unknown, operationId: string, operation: string) => void;
}

export interface ListenerOptions {
  /** Origin under which people and clients reach the service. */
  publicUrl: string;
  host: string;
  port: number;
  answerApi: ApiListener;
  /** What the API cannot list, see `inventoryEndpoints`. */
  answerInventory?: ApiListener;
  /** The API's OpenAPI document; `undefined` where another service answers. */
  openApi: string | undefined;
  /** Answers everything that is not the service's own. */
  answerPage: RequestListener;
  runtimeConfig: () => Promise<AnswerOf<typeof runtimeConfigEndpoint>>;
  /** Rejects when the service cannot do its work at the moment. */
  checkReady: () => Promise<void>;
  /** `undefined`: switched off. */
  metrics: Metrics | undefined;
  newOperationId: () => string;
  report: Report;
}

/** Alive: this process answers. Ready: what stands behind it can be read and written. */
const HEALTH_PATH = '/healthz';
const READY_PATH = '/readyz';
const METRICS_PATH = '/metrics';
const OPENAPI_PATH = `${API_BASE}/openapi.json`;

/** Sorts requests to the API, the page and the small answers beside them. */
export function createListener(options: ListenerOptions): RequestListener {
  const {
    publicUrl,
    answerApi,
    answerInventory,
    answerPage,
    openApi,
    metrics,
    newOperationId,
    report,
  } = options;
  const apiHeaders = fixedHeaders(publicUrl);
  const ownHeaders = { ...apiHeaders, ...featureHeaders };
  const { sendAnswer, sendRefusal } = createApiSender(apiHeaders);
  const isOwnHost = createHostCheck(publicUrl, options.host, options.port);

  return inTurn((request, response) => {
    const path = pathOf(request.url ?? '');
    const isInventory = answerInventory !== undefined && isBelow(INVENTORY_BASE, path);
    const isApi = isInventory || isBelow(API_BASE, path);
    const operationId = newOperationId();
    logAtEnd(request, response, operationId, report.request);
    if (!isApi) {
      setHeaders(response, ownHeaders);
      noteRoute(response, OWN_PATHS.includes(path) ? path : '/*');
    }

    if (hasUnknownEnd(request)) return refuse(unknownEnd());
    if (path === HEALTH_PATH) return sendText(response, 200, 'ok');
    if (path === READY_PATH) return void answerReady(response, operationId);
    if (!/^\/[^\\]*$/.test(path)) return refuse(new Refusal(400, 'INVALID_PATH', 'Ask for a path'));
    if (request.headers.host === undefined)
      return refuse(new Refusal(400, 'HOST_MISSING', 'Send the header Host'));
    if (path === METRICS_PATH && metrics) return void answerMetrics(metrics, response, operationId);
    if (!isOwnHost(request.headers.host)) return refuse(misdirected(publicUrl));
    if (path === OPENAPI_PATH && openApi !== undefined && isRead(request)) {
      noteRoute(response, OPENAPI_PATH);
      return sendAnswer(response, operationId, { status: 200, text: openApi });
    }
    if (isInventory) return answerInventory(request, response, operationId);
    if (isApi) return answerApi(request, response, operationId);
    if (path === RUNTIME_CONFIG_PATH && isRead(request))
      return void answerRuntimeConfig(response, operationId);
    answerPage(request, response);

    function refuse(refusal: Refusal): void {
      if (isApi) return sendRefusal(response, operationId, refusal);
      setHeaders(response, refusal.headers);
      sendText(response, refusal.status, refusal.message);
    }
  });

  async function answerReady(response: ServerResponse, operationId: string): Promise<void> {
    try {
      await options.checkReady();
      sendText(response, 200, 'ready');
    } catch (error) {
      report.defect(error, operationId, READY_PATH);
      sendText(response, 503, 'not ready');
    }
  }

  async function answerMetrics(
    { text, contentType }: Metrics,
    response: ServerResponse,
    operationId: string,
  ): Promise<void> {
    try {
      const body = await text();
      response.setHeader('Content-Type', contentType);
      response.end(body);
    } catch (error) {
      report.defect(error, operationId, METRICS_PATH);
      sendText(response, 500, toRefusal(error).message);
    }
  }

  async function answerRuntimeConfig(response: ServerResponse, operationId: string) {
    try {
      sendJson(response, JSON.stringify(await options.runtimeConfig()));
    } catch (error) {
      const refusal = toRefusal(error);
      report.defect(error, operationId, RUNTIME_CONFIG_PATH);
      sendText(response, refusal.status, refusal.message);
    }
  }
}

const isBelow = (base: string, path: string) => path === base || path.startsWith(`${base}/`);

const OWN_PATHS = [HEALTH_PATH, READY_PATH, METRICS_PATH, RUNTIME_CONFIG_PATH];

function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(text);
}

/** RFC 9112, section 6.3: nobody can tell where such a body ends. Node takes everything that follows as the body. */
const hasUnknownEnd = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined &&
  headers['transfer-encoding'].toLowerCase() !== 'chunked';

const unknownEnd = () =>
  new Refusal(400, 'MALFORMED_REQUEST', 'The only Transfer-Encoding read here is chunked', {
    headers: { Connection: 'close' },
  });

function misdirected(publicUrl: string): Refusal {
  const text = `This service does not answer to that host name. Use ${publicUrl}, or set PUBLIC_URL.`;
  return new Refusal(421, 'MISDIRECTED_REQUEST', text);
}
