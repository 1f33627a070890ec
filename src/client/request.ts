import {
  fillPath,
  type CallInput,
  type Endpoint,
  type WriteCondition,
} from '#contract/endpoint.ts';
import { VERSION, VERSION_HEADER } from '#contract/wire.ts';

/** The version of the API that every request asks for; an operator may have another header or value. */
export interface ApiVersion {
  header: string;
  value: string;
}

/** A request without its secret: what is sent, what is copied as curl and what may be shown are made of the same parts. */
export interface RequestParts {
  method: Endpoint['method'];
  /** Path and query below the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A weak tag (`W/"x"`) names states that are alike, not one: by RFC 9110 it never meets an If-Match. */
export const isStrongTag = (tag: string) => /^"[\x21\x23-\x7e]*"$/.test(tag);

/**
 * @throws {TypeError} an id that cannot be one path segment, see `fillPath`; a tag that is not strong: without its
 *   condition the change would go out over whatever is there
 */
export function requestParts<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  version: ApiVersion = { header: VERSION_HEADER, value: VERSION },
): RequestParts {
  // The generic input is one of these at most; its exact type only guards callers.
  const { params, query, body, ifMatch, ifNoneMatch } = input as {
    params?: Record<string, string>;
    query?: Record<string, string> | string;
    body?: unknown;
  } & WriteCondition;
  if (ifMatch !== undefined && !isStrongTag(ifMatch))
    throw new TypeError(`${JSON.stringify(ifMatch)} cannot be the condition of a change`);
  const search = new URLSearchParams(query).toString();
  return {
    method: endpoint.method,
    path: fillPath(endpoint.path, params) + (search === '' ? '' : `?${search}`),
    headers: {
      accept: 'application/json',
      [version.header]: version.value,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
