import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { createResponseCache, type CachedResponse } from '#service/http/api/response-cache.ts';
import { JsonText, type Route } from '#service/http/api/route.ts';
import {
  accessHeaders,
  authenticate,
  refuseReadOnly,
  takeWrite,
} from '#service/http/authenticate.ts';
import { hasBody, parseBody, parseQuery } from '#service/http/body.ts';
import { entityTag, isKnown, readConditions } from '#service/http/conditions.ts';
import { createEndpointTable } from '#service/http/endpoints.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { RequestContext } from '#service/http/log.ts';
import { isRead } from '#service/http/page.ts';
import type { ApiHandler, JsonResponse } from '#service/http/router.ts';

export interface ApiOptions {
  apiKeys: ApiKeys;
  /** `undefined`: none. */
  rateLimit: RateLimit | undefined;
  /** Of changes; `undefined`: none. */
  writeLimit?: RateLimit | undefined;
  /** @throws {DomainError} what a change with these parameters of the path is about is protected */
  refuseProtected?: (params: Record<string, string>) => Promise<void>;
  versionHeader: string;
  version: string;
  /** Of the data, see `Database`. */
  revision: () => number | undefined;
}

/** Handles the routes of one base path. The order of the checks is part of the interface: decisions/0013. */
export function createApi(routes: Route[], options: ApiOptions): ApiHandler {
  const { apiKeys, rateLimit, writeLimit, version, revision } = options;
  const versionHeader = options.versionHeader.toLowerCase();
  const findRoute = createEndpointTable(routes);
  const cache = createResponseCache(revision);

  return (context, path) => {
    const caller = authenticate(context.request.headers.authorization, apiKeys);
    // Nothing is awaited that is already known or off: that would be half of the time of a small response.
    if (rateLimit || caller instanceof Promise) return admit(context, path, caller);
    context.headers.push(...accessHeaders(caller));
    return answer(context, path, caller);
  };

  async function admit(context: RequestContext, path: string, caller: Caller | Promise<Caller>) {
    const known = await caller;
    context.headers.push(...accessHeaders(known));
    if (rateLimit) await takeRequest(rateLimit, known, context);
    return answer(context, path, known);
  }

  function answer(
    context: RequestContext,
    path: string,
    caller: Caller,
  ): JsonResponse | Promise<JsonResponse> {
    const { method, url = '', headers } = context.request;
    refuseOtherVersions(headers);
    const cached = method === 'GET' && !hasBody(headers) ? cache.get(url) : undefined;
    if (cached === undefined) return run(context, path, caller);
    context.route = cached.route;
    return toResponse(context, 200, cached);
  }

  async function run(context: RequestContext, path: string, caller: Caller): Promise<JsonResponse> {
    const { request } = context;
    const { method = '', url = '', headers } = request;
    const { row, params } = findRoute(method, path);
    const { endpoint } = row;
    context.route = endpoint.path;
    refuseReadOnly(caller, method);
    if (!isRead(request)) {
      if (writeLimit) await takeWrite(writeLimit, caller.id);
      await options.refuseProtected?.(params);
    }
    const query = parseQuery(endpoint.query, context.search);
    const body = await parseBody(endpoint.body, request);
    const conditions = endpoint.conditional ? readConditions(headers) : undefined;
    const isGet = endpoint.method === 'GET';
    const readAt = isGet ? revision() : undefined;
    const result = await row.answer({ params, query, body, conditions });
    if (endpoint.status === 204) return { status: 204 };

    const text = result instanceof JsonText ? result.text : JSON.stringify(result);
    const made = { text, route: endpoint.path, ...(endpoint.tagged && { tag: entityTag(text) }) };
    if (isGet) cache.set(url, made, readAt);
    return toResponse(context, endpoint.status, made);
  }

  function refuseOtherVersions(headers: IncomingHttpHeaders): void {
    const sent = headers[versionHeader];
    if (sent === version) return;
    throw new HttpError(sent === undefined ? 'VERSION_MISSING' : 'VERSION_UNSUPPORTED', {
      values: { header: options.versionHeader, version },
    });
  }
}

function toResponse(
  { request, headers: own }: RequestContext,
  status: number,
  { text, tag }: CachedResponse,
): JsonResponse {
  if (tag === undefined) return { status, text };
  own.push('ETag', tag);
  const isSame = isRead(request) && isKnown(readConditions(request.headers), tag);
  return isSame ? { status: 304 } : { status, text };
}

/** Counts the request, and sends what is left in the headers that most clients read. */
async function takeRequest(
  rateLimit: RateLimit,
  { id }: Caller,
  { headers }: RequestContext,
): Promise<void> {
  const { isTaken, limit, remaining, resetSeconds: seconds } = await rateLimit.take(id);
  headers.push('RateLimit-Limit', String(limit));
  headers.push('RateLimit-Remaining', String(remaining));
  headers.push('RateLimit-Reset', String(seconds));
  if (isTaken) return;
  throw new HttpError('RATE_LIMITED', {
    values: { limit, seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}
