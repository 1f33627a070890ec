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
 * What goes on of a request: nothing that tells who has sent it but the key, and no cookie.
 *
 * @param hasBody the endpoint takes one; Node frames it, with the length that was announced
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
  /^(content-encoding|retry-after|etag|(x-)?ratelimit.*|deprecation|sunset|(.+-)?(operation|request)-id)$/;

const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

/**
 * Sets what goes on of an answer, on a response that has our fixed headers already: they win, and so does our content
 * type, because a page of the upstream must never be shown under our address.
 */
export function passHeaders(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, headers } = answer;
  const hasBody = statusCode !== 204 && statusCode !== 304;
  response.statusCode = statusCode;

  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && RESPONSE_HEADERS.test(name)) response.setHeader(name, value);
  // The one who is asked about an operation is the upstream's operator, who knows it by that id.
  const operationId = theirId(headers, 'operation-id') ?? theirId(headers, 'request-id');
  if (operationId !== undefined) response.setHeader(OPERATION_ID_HEADER, operationId);

  if (hasBody) {
    const isJson = JSON_TYPE.test(headers['content-type'] ?? '');
    response.setHeader('Content-Type', isJson ? 'application/json' : 'text/plain; charset=utf-8');
    const length = headers['content-length'];
    if (length !== undefined) response.setHeader('Content-Length', length);
  }
  // Never another scheme: a browser would ask for a password by itself.
  if (statusCode === 401) response.setHeader('WWW-Authenticate', 'Bearer');
}

function theirId(headers: IncomingMessage['headers'], ending: string): string | undefined {
  const value = Object.entries(headers).find(([name]) => `-${name}`.endsWith(`-${ending}`))?.[1];
  return Array.isArray(value) ? value[0] : value;
}
