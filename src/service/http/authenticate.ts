import type { IncomingMessage } from 'node:http';
import { isIPv6, type BlockList } from 'node:net';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { KEY_ACCESS_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import { ServiceError, type ErrorCode } from '#service/domain/errors.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { holdsControls } from '#service/domain/text.ts';
import { hasBody } from '#service/http/endpoints.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who has sent it: a key of this service, or what was sent as a key of an upstream. */
    caller: Caller;
  }
}

/**
 * Refuses requests without a key of this service. The texts never repeat what was sent: it may be a key of somewhere
 * else.
 */
export function authenticateBy(apiKeys: ApiKeys): onRequestHookHandler {
  return (request, reply, done) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) throw new ServiceError('NOT_AUTHENTICATED');
    const enter = (caller: Caller | undefined) => {
      if (caller === undefined) return done(new ServiceError('NOT_AUTHENTICATED'));
      request.caller = caller;
      // For the page, which then offers no changes.
      if (caller.read_only) reply.header(KEY_ACCESS_HEADER, READ_ONLY_ACCESS);
      done();
    };
    const caller = apiKeys.identify(key);
    if (caller instanceof Promise) caller.then(enter, done);
    else enter(caller);
  };
}

/** More is no name. */
const PERSON_LENGTH_MAX = 200;

/**
 * The person that a proxy has signed in: a shared key names nobody.
 *
 * @returns `null` where the header does not come from a trusted proxy, comes twice, or holds no name
 */
export function personOf(userHeader: string | undefined, trustedProxy: BlockList | undefined) {
  return ({ raw }: FastifyRequest): string | null => {
    if (userHeader === undefined || trustedProxy === undefined) return null;
    const { remoteAddress = '' } = raw.socket;
    if (!trustedProxy.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return null;
    // A proxy that adds its own keeps what the client has sent, which comes first.
    const [text = '', ...others] = raw.headersDistinct[userHeader.toLowerCase()] ?? [];
    if (others.length > 0) return null;
    // Node gives the bytes of a header as Latin-1; proxies send UTF-8.
    const bytes = Buffer.from(text, 'latin1');
    const name = bytes.toString().trim().slice(0, PERSON_LENGTH_MAX);
    return name === '' || holdsControls(name) ? null : name;
  };
}

/** Counts requests, and sends what is left in the headers that most clients read. */
export const limitRequests =
  (rateLimit: RateLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { isTaken, limit, remaining, resetSeconds } = await rateLimit.take(request.caller.id);
    reply.headers({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSeconds),
    });
    if (!isTaken) throw tooMany('RATE_LIMITED', limit, resetSeconds);
  };

/**
 * Counts a change of one caller.
 *
 * @throws {ServiceError} it is one too many
 */
export async function takeWrite(writeLimit: RateLimit, { caller }: FastifyRequest): Promise<void> {
  const { isTaken, limit, resetSeconds } = await writeLimit.take(`writes ${caller.id}`);
  if (!isTaken) throw tooMany('WRITES_LIMITED', limit, resetSeconds);
}

const tooMany = (code: ErrorCode & `${string}_LIMITED`, limit: number, seconds: number) =>
  new ServiceError(code, { values: { limit, seconds } });

/** Bodies of one key that may be on their way at a time: a body that comes with its head is there at once. */
const BODIES_MAX = 100;

/** Bodies of all keys: in front of an upstream anybody can make keys up. One more ends the one that takes longest. */
const ALL_BODIES_MAX = 300;

/**
 * Bounds the bodies that are on their way: a key that sends many slowly must not take the connections of all others.
 *
 * @returns counts a request until its body has arrived or its response is closed; throws a `ServiceError` when it is one
 *   too many
 */
export function boundBodies() {
  /** The id of the caller, by request. */
  const underWay = new Map<IncomingMessage, string>();
  return ({ headers, raw, caller }: FastifyRequest, reply: FastifyReply): void => {
    // Whoever has left meanwhile gives no place back.
    if (!hasBody(headers) || reply.raw.closed) return;
    const ofCaller = [...underWay.values()].filter((id) => id === caller.id);
    if (ofCaller.length >= BODIES_MAX) throw tooMany('BODIES_LIMITED', BODIES_MAX, 1);
    const [longest] = underWay.keys();
    if (longest && underWay.size >= ALL_BODIES_MAX) {
      // At once: it is closed later, and the next one that comes must not find it again.
      underWay.delete(longest);
      longest.destroy();
    }
    underWay.set(raw, caller.id);
    const leave = () => underWay.delete(raw);
    raw.once('end', leave);
    reply.raw.once('close', leave);
  };
}
