import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { JsonText, type Route } from '#service/http/api/route.ts';
import { authenticate, refuseReadOnly } from '#service/http/authenticate.ts';
import { parseBody, parseQuery } from '#service/http/body.ts';
import { entityTag, isKnown, readConditions } from '#service/http/conditions.ts';
import { createEndpointTable } from '#service/http/endpoints.ts';
import { HttpError } from '#service/http/errors.ts';
import type { RequestContext } from '#service/http/log.ts';
import type { ApiHandler, JsonResponse } from '#service/http/router.ts';

export interface ApiOptions {
  apiKeys: ApiKeys;
  /** `undefined`: none. */
  rateLimit: RateLimit | undefined;
  versionHeader: string;
  version: string;
}

/** Handles the routes of one base path. The order of the checks is part of the interface: decisions/0013. */
export function createApi(routes: Route[], options: ApiOptions): ApiHandler {
  const { apiKeys, rateLimit, version } = options;
  const versionHeader = options.versionHeader.toLowerCase();
  const findRoute = createEndpointTable(routes);

  return async (context, path) => {
    const { headers } = context.request;
    const known = authenticate(headers.authorization, apiKeys);
    const caller = known instanceof Promise ? await known : known;
    if (rateLimit) await takeRequest(rateLimit, caller, context);
    refuseOtherVersions(headers);
    return answer(context, path, caller);
  };

  async function answer(
    context: RequestContext,
    path: string,
    caller: Caller,
  ): Promise<JsonResponse> {
    const { request } = context;
    const { method = '', headers } = request;
    const { row, params } = findRoute(method, path);
    const { endpoint } = row;
    context.route = endpoint.path;
    refuseReadOnly(caller, method);
    const query = parseQuery(endpoint.query, context.search);
    const body = await parseBody(endpoint.body, request);
    const conditions =
      endpoint.tagged || endpoint.conditional ? readConditions(headers) : undefined;
    const result = await row.answer({ params, query, body, conditions });
    if (endpoint.status === 204) return { status: 204 };

    const text = result instanceof JsonText ? result.text : JSON.stringify(result);
    if (!endpoint.tagged) return { status: endpoint.status, text };
    const tag = entityTag(text);
    context.headers.push('ETag', tag);
    const isUnchanged = endpoint.method === 'GET' && conditions && isKnown(conditions, tag);
    return isUnchanged ? { status: 304 } : { status: endpoint.status, text };
  }

  function refuseOtherVersions(headers: IncomingHttpHeaders): void {
    const sent = headers[versionHeader];
    if (sent === version) return;
    throw new HttpError(sent === undefined ? 'VERSION_MISSING' : 'VERSION_UNSUPPORTED', {
      values: { header: options.versionHeader, version },
    });
  }
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
