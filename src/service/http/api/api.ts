import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { none, type AnswerOf, type Endpoint, type HandlerInput } from '#contract/endpoint.ts';
import type { ApiKeys } from '#service/domain/api-keys.ts';
import { ServiceError } from '#service/domain/errors.ts';
import type { Author } from '#service/domain/history.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { createResponseCache, type CachedResponse } from '#service/http/api/response-cache.ts';
import {
  authenticateBy,
  boundBodies,
  limitRequests,
  takeWrite,
} from '#service/http/authenticate.ts';
import { entityTag, isKnown, readConditions, type Conditions } from '#service/http/conditions.ts';
import { hasBody, isRead, refuseBody, refuseOthers, routeOf } from '#service/http/endpoints.ts';
import { sendJson } from '#service/http/server.ts';
import {
  parseBody,
  parseJson,
  parseQuery,
  refuseOtherContentTypes,
} from '#service/http/validation.ts';

export interface ApiOptions {
  apiKeys: ApiKeys;
  /** `undefined`: none. */
  rateLimit: RateLimit | undefined;
  /** Of changes; `undefined`: none. */
  writeLimit: RateLimit | undefined;
  /**
   * Throws a `ServiceError` when what a change with these parameters of the path is about is protected; `undefined`:
   * nothing is.
   */
  refuseProtected: ((params: Record<string, string>) => Promise<void>) | undefined;
  versionHeader: string;
  version: string;
  /** Of the data, see `Database`. */
  revision: () => number | undefined;
  /** Who makes a change by this request. */
  authorOf: (request: FastifyRequest) => Promise<Author>;
}

/** An endpoint of the contract and its handler. */
export interface Operation {
  endpoint: Endpoint;
  /** @returns what is sent as JSON */
  handle: (input: never) => Promise<unknown>;
}

interface Asked {
  conditions: Conditions;
  /** Who makes a change. */
  author: () => Promise<Author>;
}

/** Checks an operation's types. */
export const operation = <E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E> & Asked) => Promise<AnswerOf<E>>,
): Operation => ({ endpoint, handle });

/**
 * Adds operations below the prefix of `app`. The order of the checks is part of the interface: decisions/0013. They use
 * no promise where nothing is to be waited for: that would be half of the time of a small response.
 */
export function addApi(app: FastifyInstance, operations: Operation[], options: ApiOptions): void {
  const { rateLimit, writeLimit, refuseProtected, revision } = options;
  const { versionHeader: header, version } = options;
  const cache = createResponseCache(revision);
  const boundBody = boundBodies();
  const endpoints = operations.map(({ endpoint }) => endpoint);
  const refuseUnknown = refuseOthers(app, endpoints);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parseJson);
  app.decorateRequest('caller');
  app.addHook('onRequest', authenticateBy(options.apiKeys));
  if (rateLimit) app.addHook('onRequest', limitRequests(rateLimit));
  app.addHook('onRequest', (request, reply, done) => {
    const sent = request.headers[header.toLowerCase()];
    if (sent !== version)
      throw new ServiceError(sent === undefined ? 'VERSION_MISSING' : 'VERSION_UNSUPPORTED', {
        values: { header, version },
      });
    const cached = request.method === 'GET' ? cache.get(request.url) : undefined;
    if (cached !== undefined && !hasBody(request.headers))
      return void sendCached(request, reply, cached);
    refuseUnknown(request);
    if (request.caller.read_only && !isRead(request)) throw new ServiceError('KEY_READ_ONLY');
    done();
  });
  if (writeLimit || refuseProtected)
    app.addHook('onRequest', async (request) => {
      if (isRead(request)) return;
      if (writeLimit) await takeWrite(writeLimit, request);
      await refuseProtected?.(request.params as Record<string, string>); // of the path, so they are texts
    });

  for (const { endpoint, handle } of operations) {
    const { method, status, tagged } = endpoint;
    const run = handle as (input: object) => Promise<unknown>;
    app.route({
      ...routeOf(endpoint),
      onRequest(request, reply, done) {
        request.query = parseQuery(endpoint.query, request.query);
        if (endpoint.body === none) refuseBody(request);
        else {
          refuseOtherContentTypes(request.headers['content-type']);
          // Last: a body that has waited for the storage is not sent slowly.
          boundBody(request, reply);
        }
        done();
      },
      async handler(request, reply) {
        const { params, query } = request;
        const body = endpoint.body === none ? undefined : parseBody(endpoint.body, request.body);
        const conditions = readConditions(request.headers);
        const author = () => options.authorOf(request);
        const readAt = method === 'GET' ? revision() : undefined;
        const result = await run({ params, query, body, conditions, author });
        reply.code(status);
        if (status === 204) return reply.send();
        const bytes = Buffer.from(JSON.stringify(result));
        const response = { bytes, ...(tagged && { tag: entityTag(bytes) }) };
        if (method === 'GET') cache.set(request.url, response, readAt);
        return sendCached(request, reply, response);
      },
    });
  }
}

function sendCached(request: FastifyRequest, reply: FastifyReply, { bytes, tag }: CachedResponse) {
  if (tag === undefined) return sendJson(reply, bytes);
  reply.header('ETag', tag);
  const isSame = isRead(request) && isKnown(readConditions(request.headers), tag);
  return isSame ? reply.code(304).send() : sendJson(reply, bytes);
}
