import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import { KEY_ACCESS_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { hasBody } from '#service/http/endpoints.ts';
import { HttpError } from '#service/http/http-error.ts';

/**
 * The texts never repeat what was sent: it may be a key of somewhere else.
 *
 * @returns the caller at once when the key was looked up a short while ago
 * @throws {HttpError} the header holds no key of this service
 */
export function authenticate(
  authorization: string | undefined,
  apiKeys: ApiKeys,
): Caller | Promise<Caller> {
  if (authorization === undefined)
    throw notAuthenticated('Send an API key in the header Authorization: Bearer <API key>');
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key === undefined)
    throw notAuthenticated('The header Authorization must be: Bearer <API key>');
  return apiKeys.recall(key) ?? lookUp(key, apiKeys);
}

async function lookUp(key: string, apiKeys: ApiKeys): Promise<Caller> {
  const caller = await apiKeys.identify(key);
  if (caller === undefined) throw notAuthenticated();
  return caller;
}

const notAuthenticated = (text?: string) =>
  new HttpError('NOT_AUTHENTICATED', {
    ...(text !== undefined && { text }),
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** For the page, which then offers no changes. */
export function setAccessHeaders(reply: FastifyReply, { read_only }: Caller): void {
  if (read_only) reply.header(KEY_ACCESS_HEADER, READ_ONLY_ACCESS);
}

export function refuseReadOnly({ read_only }: Caller, method: string): void {
  if (read_only && method !== 'GET' && method !== 'HEAD') throw new HttpError('KEY_READ_ONLY');
}

/**
 * Counts a request, and sends what is left in the headers that most clients read.
 *
 * @throws {HttpError} it is one too many
 */
export async function takeRequest(
  rateLimit: RateLimit,
  { id }: Caller,
  reply: FastifyReply,
): Promise<void> {
  const { isTaken, limit, remaining, resetSeconds: seconds } = await rateLimit.take(id);
  reply.headers({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(seconds),
  });
  if (!isTaken) throw tooMany('RATE_LIMITED', limit, seconds);
}

/**
 * Counts a change of one caller.
 *
 * @throws {HttpError} it is one too many
 */
export async function takeWrite(writeLimit: RateLimit, callerId: string): Promise<void> {
  const { isTaken, limit, resetSeconds } = await writeLimit.take(`writes ${callerId}`);
  if (!isTaken) throw tooMany('WRITES_LIMITED', limit, resetSeconds);
}

const tooMany = (
  code: 'RATE_LIMITED' | 'WRITES_LIMITED' | 'BODIES_LIMITED',
  limit: number,
  seconds: number,
) =>
  new HttpError(code, {
    values: { limit, seconds },
    headers: { 'Retry-After': String(seconds) },
  });

/** Bodies of one key that may be on their way at a time: a body that comes with its head is there at once. */
const BODIES_MAX = 100;

/**
 * Bounds the bodies that are on their way: a key that sends many slowly must not take the connections of all others.
 *
 * @returns counts a request until its body has arrived or its response is closed; throws an `HttpError` when it is one
 *   too many
 */
export function boundBodies(max = BODIES_MAX) {
  const underWay = new Map<string, number>();
  const change = (id: string, by: number) => {
    const count = (underWay.get(id) ?? 0) + by;
    if (count === 0) underWay.delete(id);
    else underWay.set(id, count);
    return count;
  };

  return (callerId: string, { headers, raw }: FastifyRequest, reply: FastifyReply): void => {
    if (!hasBody(headers)) return;
    if ((underWay.get(callerId) ?? 0) >= max) throw tooMany('BODIES_LIMITED', max, 1);
    change(callerId, 1);
    let isCounted = true;
    const leave = () => {
      if (isCounted) change(callerId, -1);
      isCounted = false;
    };
    raw.once('end', leave);
    reply.raw.once('close', leave);
  };
}
