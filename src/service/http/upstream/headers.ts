import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';

export const USER_AGENT = 'Gatehouse';

const REQUEST_HEADERS = [
  'authorization',
  'accept',
  'accept-encoding',
  'content-type',
  'if-match',
  'if-none-match',
];

/**
 * The request headers that are passed on: the key, nothing else that identifies the client, and no cookie.
 *
 * @param hasBody the endpoint takes one; Node frames it by the announced length
 */
export function requestHeaders(
  { headers }: IncomingMessage,
  versionHeader: string,
  hasBody: boolean,
): OutgoingHttpHeaders {
  const names = [...REQUEST_HEADERS, versionHeader, ...(hasBody ? ['content-length'] : [])];
  const passed = names.flatMap((name): [string, string | string[]][] => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(passed), 'user-agent': USER_AGENT };
}

const RESPONSE_HEADERS =
  /^(content-encoding|retry-after|etag|key-access|(x-)?ratelimit.*|deprecation|sunset|(.+-)?(operation|request)-id)$/;

const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

/**
 * Sets the status and the headers that are passed on, on a response that already has our fixed headers. Those win, and
 * so does our content type: a page of the upstream must never be shown under our origin.
 */
export function passHeaders(incoming: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, headers } = incoming;
  const hasBody = statusCode !== 204 && statusCode !== 304;
  response.statusCode = statusCode;

  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && RESPONSE_HEADERS.test(name)) response.setHeader(name, value);
  // People report an operation to the upstream's operator, who knows it by the upstream's id.
  const operationId = theirId(headers, 'operation-id') ?? theirId(headers, 'request-id');
  if (operationId !== undefined) response.setHeader(OPERATION_ID_HEADER, operationId);

  if (hasBody) {
    const isJson = JSON_TYPE.test(headers['content-type'] ?? '');
    response.setHeader('Content-Type', isJson ? 'application/json' : 'text/plain; charset=utf-8');
    const length = headers['content-length'];
    if (length !== undefined) response.setHeader('Content-Length', length);
  }
  // Never another scheme: browsers ask for a password on Basic.
  if (statusCode === 401) response.setHeader('WWW-Authenticate', 'Bearer');
}

function theirId(headers: IncomingMessage['headers'], ending: string): string | undefined {
  const value = Object.entries(headers).find(([name]) => `-${name}`.endsWith(`-${ending}`))?.[1];
  return Array.isArray(value) ? value[0] : value;
}
