import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { none, type Endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#service/domain/api-keys.ts';
import { ServiceError } from '#service/domain/errors.ts';
import { boundBodies } from '#service/http/authenticate.ts';
import { refuseBody, refuseOthers, routeOf } from '#service/http/endpoints.ts';
import { USER_AGENT } from '#service/http/upstream/headers.ts';

/** Adds the routes of one prefix. The upstream checks the key, the query and what the body says. */
export function addRoutes(app: FastifyInstance, handlers: Map<Endpoint, RouteHandlerMethod>): void {
  const refuseUnknown = refuseOthers(app, [...handlers.keys()]);
  const boundBody = boundBodies();
  app.decorateRequest('caller');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['user-agent'] === USER_AGENT)
      throw new ServiceError('UPSTREAM_LOOP', { cause: 'user-agent' });
    if (!CLEAR_ADDRESS.test(request.url)) throw new ServiceError('INVALID_PATH');
    refuseUnknown(request);
    request.caller = callerOf(request);
    boundBody(request, reply);
  });
  for (const [endpoint, handler] of handlers) {
    app.route({
      ...routeOf(endpoint),
      handler,
      async onRequest(request) {
        if (Object.values(paramsOf(request)).some((id) => UNCLEAR_ID.test(id)))
          throw new ServiceError('INVALID_PATH');
        if (endpoint.body === none) refuseBody(request);
      },
    });
  }
}

/** Other programs read an address with other characters in more than one way. */
const CLEAR_ADDRESS = /^[\w.~!$&'()*+,;=:@%/-]*(\?[!"$-~]*)?$/;

/** Decoded; another program may cut it at the `;`, and so change what is protected, or see more than one segment. */
const UNCLEAR_ID = /[;/\\%\p{Cc}]/u;

/** The routes of the contract have no other parameters. */
export const paramsOf = ({ params }: FastifyRequest) => params as Record<string, string>;

/** A part of its hash tells a key apart: the key itself is kept nowhere. However its scheme is written, it is the same. */
function callerOf({ headers: { authorization = '' } }: FastifyRequest): Caller {
  const id = hash('sha256', authorization.replace(/^bearer\s+/i, 'Bearer '), 'hex').slice(0, 12);
  return { id, name: `key ${id}`, read_only: false };
}
