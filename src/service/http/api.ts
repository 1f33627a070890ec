import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { API_BASE, OPERATION_ID_HEADER } from '#contract/wire.ts';
import type { ApiKeys } from '#service/domain/api-keys.ts';
import type { FailedAttempts } from '#service/domain/failed-attempts.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { createAnswerCache, type ReadAnswer } from '#service/http/answer-cache.ts';
import { createEndpointTable, pathParams } from '#service/http/endpoint-table.ts';
import { entityTag, isKnown, readConditions } from '#service/http/preconditions.ts';
import { pathOf, refuseBrokenPath } from '#service/http/raw-path.ts';
import { budgetHeaders, Refusal, sendRefusal, toRefusal } from '#service/http/refusal.ts';
import { parseBody, parseQuery, refuseBody } from '#service/http/request-input.ts';
import { noteRoute, operationOf } from '#service/http/request-log.ts';
import type { Route } from '#service/http/route.ts';
import { setHeaders } from '#service/http/security-headers.ts';
import { identifyCaller, refuseReadOnly } from '#service/http/sign-in.ts';

export interface ApiOptions {
  routes: Route[];
  apiKeys: ApiKeys;
  failedAttempts: FailedAttempts;
  rateLimit: RateLimit;
  versionHeader: string;
  version: string;
  /** Of the data, see `Database`. */
  revision: () => number | undefined;
  /** @param operation what was asked for, without the values that came from outside */
  logDefect: (error: unknown, operationId: string, operation: string) => void;
}

/** Answers everything under the API's base. The response already has an operation id and its fixed headers. */
export function createApi(options: ApiOptions): RequestListener {
  const { routes, apiKeys, failedAttempts, rateLimit, revision, logDefect } = options;
  const findRoute = createEndpointTable(routes);
  const reads = createAnswerCache(revision);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = '', url = '' } = request;
    const client = request.socket.remoteAddress ?? '';
    const caller = await identifyCaller(headers.authorization, client, apiKeys, failedAttempts);
    const budget = await rateLimit.take(caller.id);
    if (budget) setHeaders(response, budgetHeaders(budget));
    refuseOtherVersions(headers, options);

    const address = url.slice(API_BASE.length);
    refuseBrokenPath(address);
    const route = findRoute(method, address);
    noteRoute(response, route.endpoint.path);
    refuseReadOnly(caller, method);
    if (route.endpoint.method === 'GET') await answerRead(route, address, request, response);
    else await answerWrite(route, address, request, response);
  }

  async function answerRead(
    route: Route,
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let read = reads.get(address);
    const query = read ? undefined : parseQuery(route.endpoint.query, queryOf(address));
    refuseBody(request);
    if (read === undefined) {
      const readAt = revision();
      const text = JSON.stringify(await run(route, address, request, { query, body: undefined }));
      read = { text, ...(route.endpoint.tagged && { tag: entityTag(text) }) };
      reads.set(address, read, readAt);
    }
    sendRead(read, request, response);
  }

  async function answerWrite(
    route: Route,
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { endpoint } = route;
    const query = parseQuery(endpoint.query, queryOf(address));
    const body = await parseBody(endpoint.body, request);
    const result = await run(route, address, request, { query, body });
    response.statusCode = endpoint.status;
    if (endpoint.status === 204) return void response.end();
    const text = JSON.stringify(result);
    if (endpoint.tagged) response.setHeader('ETag', entityTag(text));
    response.setHeader('Content-Type', 'application/json');
    response.end(text);
  }

  return (request, response) =>
    void answer(request, response).catch((error: unknown) => {
      const operationId = String(response.getHeader(OPERATION_ID_HEADER));
      const refusal = toRefusal(error);
      if (refusal.status >= 500) logDefect(error, operationId, operationOf(request, response));
      sendRefusal(response, refusal, operationId);
    });
}

function run(
  { endpoint, answer }: Route,
  address: string,
  { headers }: IncomingMessage,
  input: { query: unknown; body: unknown },
): Promise<unknown> {
  const params = pathParams(endpoint, address);
  return answer({ params, ...input, conditions: readConditions(headers) });
}

/** @returns what stands after the path, with its `?` */
const queryOf = (address: string) => address.slice(pathOf(address).length);

function sendRead(
  { text, tag }: ReadAnswer,
  { headers }: IncomingMessage,
  response: ServerResponse,
) {
  if (tag !== undefined) {
    response.setHeader('ETag', tag);
    if (isKnown(readConditions(headers), tag)) {
      response.statusCode = 304;
      return response.end();
    }
  }
  response.setHeader('Content-Type', 'application/json');
  return response.end(text);
}

function refuseOtherVersions(
  headers: IncomingHttpHeaders,
  { versionHeader, version }: Pick<ApiOptions, 'versionHeader' | 'version'>,
): void {
  const sent = headers[versionHeader.toLowerCase()];
  if (sent === version) return;
  throw sent === undefined
    ? new Refusal(400, 'VERSION_MISSING', `Send the header ${versionHeader}: ${version}`)
    : new Refusal(400, 'VERSION_UNSUPPORTED', `The header ${versionHeader} must be ${version}`);
}
