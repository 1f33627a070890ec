import { BODY_BYTES_MAX } from '#contract/wire.ts';

/** @param texts what the caller reads, by code; `{name}` stands for a value of the refused request */
const errors = <Code extends string>(status: number, texts: Record<Code, string>) =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([code, text]) => [code, { status, text }]),
  ) as Record<Code, { status: number; text: string }>; // `fromEntries` forgets the names

const upstream = (happened: string) => `The service behind this dashboard ${happened}`;

/** Every error of this service, by its code. The API text shows none: decisions/0003. */
export const ERRORS = {
  ...errors(400, {
    MALFORMED_REQUEST: 'The request is not HTTP as this service reads it',
    HOST_MISSING: 'Send the header Host',
    INVALID_PATH: 'The path holds a . or .. segment or a broken percent-encoding',
    VERSION_MISSING: 'Send the header {header}: {version}',
    VERSION_UNSUPPORTED: 'The header {header} must be {version}',
    INVALID_QUERY: 'A parameter is unknown, repeated or not valid; details names each',
    BODY_NOT_EXPECTED: 'This operation takes no body',
    BODY_INCOMPLETE: 'The body ended before its announced length',
    INVALID_JSON: 'The body is not JSON in UTF-8',
    INVALID_BODY: 'A field is unknown, missing or not valid; details names each, at most ten',
    UNKNOWN_IP_POLICY: 'Unknown IP {policies}: {ids}',
  }),
  ...errors(401, { NOT_AUTHENTICATED: 'The API key is not valid' }),
  ...errors(403, {
    KEY_READ_ONLY: 'This API key may read only',
    PROTECTED:
      'This is protected from changes here: ask whoever runs this service to take it out of {setting}',
  }),
  ...errors(404, {
    ENDPOINT_NOT_FOUND: 'The API has nothing at this address',
    BOT_USER_NOT_FOUND: 'There is no such bot user',
    EDGE_NOT_FOUND: 'There is no such edge',
    ROUTE_NOT_FOUND: 'The edge has no such route',
    MODULE_NOT_FOUND: 'The route has no IP restriction',
  }),
  ...errors(405, { METHOD_NOT_ALLOWED: 'This address takes {methods} only' }),
  ...errors(408, { REQUEST_TOO_SLOW: 'The request took too long to arrive' }),
  ...errors(409, { NAME_TAKEN: 'Name is already used by another bot user' }),
  ...errors(412, { PRECONDITION_FAILED: 'The IP restriction was changed in the meantime' }),
  ...errors(413, { BODY_TOO_LARGE: `The body must not be larger than ${BODY_BYTES_MAX} bytes` }),
  ...errors(415, {
    UNSUPPORTED_CONTENT_TYPE: 'Send the body as Content-Type: application/json, in UTF-8',
  }),
  ...errors(421, {
    MISDIRECTED_REQUEST:
      'This service does not answer to that host name. Use {url}, or set PUBLIC_URL',
  }),
  ...errors(429, {
    RATE_LIMITED: 'This API key may send {limit} requests a minute; wait {seconds} s',
    WRITES_LIMITED: 'This API key may make {limit} changes a minute; wait {seconds} s',
    BODIES_LIMITED: 'This API key may send {limit} bodies at a time; wait {seconds} s',
  }),
  ...errors(431, { HEADERS_TOO_LARGE: 'The headers of the request are too large' }),
  ...errors(500, { INTERNAL_ERROR: 'The service has failed; its log says more' }),
  ...errors(503, {
    STORAGE_UNAVAILABLE:
      'The data cannot be reached now. A change may have been made: check before you repeat it',
  }),

  // The service behind this one, in upstream mode
  ...errors(502, {
    UPSTREAM_UNREACHABLE: upstream(
      'cannot be reached: try again, and tell its operator if it stays so',
    ),
    UPSTREAM_LOST: upstream(
      'closed the connection without a response: before you repeat a change, check whether it was made',
    ),
    UPSTREAM_CERTIFICATE: upstream(
      'shows a certificate that is not trusted here: its operator can name the authority in NODE_EXTRA_CA_CERTS',
    ),
    UPSTREAM_REDIRECT: upstream(
      'redirects, which is not followed: its operator should set the address that it redirects to',
    ),
    UPSTREAM_UNREADABLE: upstream('sent something that is not HTTP as it is read here'),
    UPSTREAM_CUT: upstream('broke off in the middle of a response'),
    UPSTREAM_LOOP:
      'This dashboard is configured to proxy itself: its operator should set the address of the service',
  }),
  ...errors(504, {
    UPSTREAM_TIMEOUT: upstream(
      'did not answer in time: before you repeat a change, check whether it was made',
    ),
  }),
};

export type ErrorCode = keyof typeof ERRORS;

/** The text of an error with the values of one request in it. */
export const errorText = (code: ErrorCode, values: Record<string, string | number> = {}) =>
  ERRORS[code].text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
