import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeys } from '#service/domain/api-keys.ts';
import type { FailedAttempts } from '#service/domain/failed-attempts.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { createAnswerCache, type ReadAnswer } from '#service/http/api/answer-cache.ts';
import { createApiSender, type ApiAnswer, type ApiListener } from '#service/http/api/answer.ts';
import { createEndpointTable, pathParams } from '#service/http/api/endpoint-table.ts';
import { entityTag, isKnown, readConditions } from '#service/http/conditions.ts';
import { pathOf, refuseBrokenPath } from '#service/http/raw-path.ts';
import { budgetHeaders, Refusal, toRefusal } from '#service/http/errors.ts';
import { hasBody, parseBody, parseQuery, refuseBody } from '#service/http/body.ts';
import { noteRoute, operationOf } from '#service/http/log.ts';
import type { Route } from '#service/http/api/route.ts';
import { bearerKey, identifyCaller, refuseReadOnly } from '#service/http/authenticate.ts';

export interface ApiOptions {
  /** What stands before the paths of the routes. */
  base: string;
  routes: Route[];
  apiKeys: ApiKeys;
  failedAttempts: FailedAttempts;
  rateLimit: RateLimit;
  versionHeader: string;
  version: string;
  /** Of every answer. */
  fixedHeaders: Record<string, string>;
  /** Of the data, see `Database`. */
  revision: () => number | undefined;
  /** @param operation what was asked for, without the values that came from outside */
  logDefect: (error: unknown, operationId: string, operation: string) => void;
}

/** The embedded API. */
export function createApi(options: ApiOptions): ApiListener {
  const { base, routes, apiKeys, failedAttempts, rateLimit, revision, logDefect } = options;
  const { sendAnswer, sendRefusal } = createApiSender(options.fixedHeaders);
  const findRoute = createEndpointTable(routes);
  const reads = createAnswerCache(revision);
  const versionName = options.versionHeader.toLowerCase();

  /** @param headers of the answer, also when it becomes a refusal */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    headers: string[],
  ): Promise<ApiAnswer> {
    const { method = '', url = '' } = request;
    const authorization = request.headers.authorization;
    const client = request.socket.remoteAddress ?? '';
    const caller = await identifyCaller(authorization, client, apiKeys, failedAttempts);
    const budget = await rateLimit.take(caller.id);
    if (budget) headers.push(...Object.entries(budgetHeaders(budget)).flat());
    refuseOtherVersions(request.headers, options);

    const address = url.slice(base.length);
    refuseBrokenPath(address);
    const route = findRoute(method, address);
    noteRoute(response, route.endpoint.path);
    refuseReadOnly(caller, method);
    return route.endpoint.method === 'GET'
      ? answerRead(route, address, request)
      : answerWrite(route, address, request);
  }

  async function answerRead(
    route: Route,
    address: string,
    request: IncomingMessage,
  ): Promise<ApiAnswer> {
    const { path, tagged } = route.endpoint;
    const query = parseQuery(route.endpoint.query, queryOf(address));
    refuseBody(request);
    const readAt = revision();
    const text = JSON.stringify(await run(route, address, request, { query, body: undefined }));
    const read = { text, path, ...(tagged && { tag: entityTag(text) }) };
    reads.set(address, read, readAt);
    return toAnswer(read, request);
  }

  /**
   * A read that is kept, asked for with a key that was looked up a short while ago: all else about it has been
   * checked when it was made. Nothing has to be waited for, which is half of what a small answer takes.
   */
  function findKept(request: IncomingMessage): ReadAnswer | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || rateLimit.isOn || hasBody(headers)) return undefined;
    if (headers[versionName] !== options.version) return undefined;
    const key = bearerKey(headers.authorization);
    if (key === undefined || apiKeys.recall(key) === undefined) return undefined;
    return reads.get(url.slice(base.length));
  }

  async function answerWrite(
    route: Route,
    address: string,
    request: IncomingMessage,
  ): Promise<ApiAnswer> {
    const { endpoint } = route;
    const query = parseQuery(endpoint.query, queryOf(address));
    const body = await parseBody(endpoint.body, request);
    const result = await run(route, address, request, { query, body });
    if (endpoint.status === 204) return { status: 204 };
    const text = JSON.stringify(result);
    const headers = endpoint.tagged ? ['ETag', entityTag(text)] : [];
    return { status: endpoint.status, headers, text };
  }

  return (request, response, operationId) => {
    const kept = findKept(request);
    if (kept !== undefined) {
      noteRoute(response, kept.path);
      return sendAnswer(response, operationId, toAnswer(kept, request));
    }
    const headers: string[] = [];
    answer(request, response, headers).then(
      (made) =>
        sendAnswer(response, operationId, {
          ...made,
          headers: [...headers, ...(made.headers ?? [])],
        }),
      (error: unknown) => {
        const refusal = toRefusal(error);
        if (refusal.status >= 500) logDefect(error, operationId, operationOf(request, response));
        sendRefusal(response, operationId, refusal, headers);
      },
    );
  };
}

function toAnswer({ text, tag }: ReadAnswer, { headers }: IncomingMessage): ApiAnswer {
  if (tag === undefined) return { status: 200, text };
  return isKnown(readConditions(headers), tag)
    ? { status: 304, headers: ['ETag', tag] }
    : { status: 200, headers: ['ETag', tag], text };
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
