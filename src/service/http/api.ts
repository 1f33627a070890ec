import type { IncomingHttpHeaders } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { API_BASE, OPERATION_ID_HEADER } from '#contract/wire.ts';
import type { ApiKeys } from '#service/domain/api-keys.ts';
import type { FailedAttempts } from '#service/domain/failed-attempts.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { entityTag, isKnown, readConditions } from '#service/http/preconditions.ts';
import { budgetHeaders, Refusal, toErrorBody, toRefusal } from '#service/http/refusal.ts';
import { noteRoute } from '#service/http/request-log.ts';
import { parseBody, parseQuery } from '#service/http/request-input.ts';
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
  /** @param operation what was asked for, without the values that came from outside */
  logDefect: (error: unknown, operationId: string, operation: string) => void;
}

type Env = { Bindings: HttpBindings };

/** Answers everything under the API's base. The response already has an operation id and its fixed headers. */
export function createApi(options: ApiOptions) {
  const { routes, apiKeys, failedAttempts, rateLimit, logDefect } = options;
  const app = new Hono<Env>().basePath(API_BASE);

  app.use(async ({ env: { incoming, outgoing }, req }, next) => {
    const address = incoming.socket.remoteAddress ?? '';
    const authorization = incoming.headers.authorization;
    const caller = await identifyCaller(authorization, address, apiKeys, failedAttempts);
    const budget = await rateLimit.take(caller.id);
    if (budget) setHeaders(outgoing, budgetHeaders(budget));
    refuseOtherVersions(incoming.headers, options);
    refuseBrokenPath(incoming.url ?? '');
    refuseReadOnly(caller, req.method);
    await next();
  });

  for (const { endpoint, tagged, answer } of routes)
    app.on(endpoint.method, toPattern(endpoint.path), async (context) => {
      const { incoming, outgoing } = context.env;
      noteRoute(outgoing, endpoint.path);
      const query = parseQuery(endpoint.query, new URL(context.req.url).search);
      const body = await parseBody(endpoint.body, incoming);
      const conditions = readConditions(incoming.headers);
      const result = await answer({ params: context.req.param(), query, body, conditions });
      if (endpoint.status === 204) return context.body(null, 204);
      const text = JSON.stringify(result);
      if (tagged) {
        const tag = entityTag(text);
        outgoing.setHeader('ETag', tag);
        if (endpoint.method === 'GET' && isKnown(conditions, tag)) return context.body(null, 304);
      }
      return context.body(text, endpoint.status, { 'Content-Type': 'application/json' });
    });

  for (const [path, allow] of allowedMethods(routes))
    app.all(toPattern(path), () => {
      const text = `This address answers ${allow} only`;
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', text, { headers: { Allow: allow } });
    });

  app.notFound((context) =>
    refuse(context, new Refusal(404, 'ENDPOINT_NOT_FOUND', 'The API has nothing at this address')),
  );
  app.onError((error, context) => refuse(context, error));

  function refuse(context: Context<Env>, error: unknown): Response {
    const operationId = String(context.env.outgoing.getHeader(OPERATION_ID_HEADER));
    const refusal = toRefusal(error);
    if (refusal.status >= 500)
      logDefect(error, operationId, `${context.req.method} ${routePath(context)}`);
    // Every status that a refusal has may carry a body.
    const status = refusal.status as ContentfulStatusCode;
    return context.json(toErrorBody(refusal, operationId), status, refusal.headers);
  }

  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

/** `/bot_users/{id}` as the router writes it: `/bot_users/:id`. */
const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function allowedMethods(routes: Route[]): Map<string, string> {
  const methods = new Map<string, string>();
  for (const { endpoint } of routes) {
    const allow = endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method;
    const before = methods.get(endpoint.path);
    methods.set(endpoint.path, before === undefined ? allow : `${before}, ${allow}`);
  }
  return methods;
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

/** Takes the address as it came: the request object has folded dot segments, so `x/..` would be another resource. */
function refuseBrokenPath(address: string): void {
  const [path = ''] = address.split('?', 1);
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path))
    throw new Refusal(400, 'INVALID_PATH', 'The address holds a . or .. segment');
  try {
    decodeURIComponent(path);
  } catch {
    throw new Refusal(400, 'INVALID_PATH', 'The address holds a % that is no percent-encoding');
  }
}
