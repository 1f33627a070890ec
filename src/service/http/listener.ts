import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  RUNTIME_CONFIG_PATH,
  type RuntimeConfig,
  type runtimeConfigEndpoint,
} from '#contract/runtime-config.ts';
import { API_BASE, OPERATION_ID_HEADER } from '#contract/wire.ts';
import { createApi, type ApiOptions } from '#service/http/api.ts';
import { createHostCheck } from '#service/http/hosts.ts';
import { isRead, sendText } from '#service/http/page-files.ts';
import { Refusal, toErrorBody, toRefusal } from '#service/http/refusal.ts';
import { apiHeaders, pageHeaders, setHeaders } from '#service/http/security-headers.ts';

export interface ListenerOptions extends ApiOptions {
  /** Origin under which people and clients reach the service. */
  publicUrl: string;
  host: string;
  port: number;
  /** Answers everything that is not the service's own. */
  answerPage: RequestListener;
  sharedRoutes: () => Promise<RuntimeConfig['routes']>;
  newOperationId: () => string;
}

const HEALTH_PATH = '/healthz';

/** Sorts requests to the API, the page and the two small answers beside them. */
export function createListener(options: ListenerOptions): RequestListener {
  const { publicUrl, answerPage, newOperationId, logDefect } = options;
  const isOwnHost = createHostCheck(publicUrl, options.host, options.port);
  const answerApi = createApi(options);

  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const isApi = path === API_BASE || path.startsWith(`${API_BASE}/`);
    const operationId = newOperationId();
    setHeaders(response, isApi ? apiHeaders : pageHeaders);
    if (isApi) response.setHeader(OPERATION_ID_HEADER, operationId);

    if (path === HEALTH_PATH) return sendText(response, 200, 'ok');
    if (!/^\/[^\\]*$/.test(path)) return refuse(new Refusal(400, 'INVALID_PATH', 'Ask for a path'));
    if (request.headers.host === undefined)
      return refuse(new Refusal(400, 'HOST_MISSING', 'Send the header Host'));
    if (!isOwnHost(request.headers.host)) return refuse(misdirected(publicUrl));
    if (isApi) return void answerApi(request, response);
    if (path === RUNTIME_CONFIG_PATH && isRead(request))
      return void answerRuntimeConfig(request, response);
    answerPage(request, response);

    function refuse(refusal: Refusal): void {
      if (!isApi) return sendText(response, refusal.status, refusal.message);
      response.statusCode = refusal.status;
      sendJson(response, toErrorBody(refusal, operationId));
    }
  };

  async function answerRuntimeConfig(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('Cache-Control', 'no-store');
    try {
      const config: AnswerOf<typeof runtimeConfigEndpoint> = {
        service_host: new URL(publicUrl).host,
        version_header: options.versionHeader,
        routes: await options.sharedRoutes(),
      };
      sendJson(response, config);
    } catch (error) {
      logDefect(error, newOperationId(), `GET ${RUNTIME_CONFIG_PATH}`);
      sendText(response, 500, toRefusal(error).message);
    }
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(value));
}

function misdirected(publicUrl: string): Refusal {
  const text = `This service does not answer to that host name. Use ${publicUrl}, or set PUBLIC_URL.`;
  return new Refusal(421, 'MISDIRECTED_REQUEST', text);
}
