import type { IncomingHttpHeaders } from 'node:http';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import { allowsBody, type UpstreamResponse } from '#service/http/upstream/client.ts';

type Headers = UpstreamResponse['headers'];

export const USER_AGENT = 'Gatehouse';

/** Of a read for our own use. The conditions of a change are about the change. */
export const OWN_HEADERS = ['authorization', 'accept'];

export const PASSED_HEADERS = [...OWN_HEADERS, 'content-type', 'if-match', 'if-none-match'];

/** The request headers that are passed on: the key, nothing else that identifies the client, and no cookie. */
export const requestHeaders = (headers: IncomingHttpHeaders, names: string[]): Headers => ({
  ...Object.fromEntries(names.map((name) => [name, headers[name.toLowerCase()]])),
  'user-agent': USER_AGENT,
  // What is read here anyway is better not compressed; some servers would weaken its entity tag.
  'accept-encoding': 'identity',
});

const RESPONSE_HEADERS =
  /^(date|retry-after|etag|key-access|(x-)?ratelimit.*|deprecation|sunset|(.+-)?(operation|request)-id)$/;

const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

/**
 * The response headers that are passed on. Our fixed ones win, and so does our content type: a page of the upstream
 * must never be shown under our origin.
 */
export function responseHeaders(status: number, headers: Headers): Headers {
  const passed = Object.entries(headers).filter(([name]) => RESPONSE_HEADERS.test(name));
  // People report an operation to the upstream's operator, who knows it by the upstream's id.
  const operationId = idIn(headers, 'operation-id') ?? idIn(headers, 'request-id');
  const isJson = JSON_TYPE.test(String(headers['content-type'] ?? ''));
  return {
    ...Object.fromEntries(passed),
    ...(operationId !== undefined && { [OPERATION_ID_HEADER.toLowerCase()]: operationId }),
    ...(allowsBody(status) && {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
    }),
    // Never another scheme: browsers ask for a password on Basic.
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  };
}

const idIn = (headers: Headers, ending: string) =>
  Object.entries(headers).find(([name]) => `-${name}`.endsWith(`-${ending}`))?.[1];
