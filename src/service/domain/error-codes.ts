import { BODY_BYTES_MAX } from '#contract/wire.ts';

/**
 * @param title what has happened, for the reader of the documentation
 * @param text what the caller reads; `{name}` stands for a value of the refused request
 */
const error = (status: number, title: string, text = title) => ({ status, title, text });

const upstream = (status: number, title: string, happened: string) =>
  error(status, title, `The service behind this dashboard ${happened}`);

/** Every error of this service, by its code. The API text shows none: decisions/0003. */
export const ERRORS = {
  // The request as such
  MALFORMED_REQUEST: error(
    400,
    'Not HTTP as this service reads it, or a body that ends too early',
    'The request is not HTTP as this service reads it',
  ),
  HOST_MISSING: error(400, 'No Host header', 'Send the header Host'),
  INVALID_PATH: error(400, 'The path holds a . or .. segment or a broken percent-encoding'),
  REQUEST_TOO_SLOW: error(408, 'The request took too long to arrive'),
  MISDIRECTED_REQUEST: error(
    421,
    'The Host header names another server',
    'This service does not answer to that host name. Use {url}, or set PUBLIC_URL.',
  ),
  HEADERS_TOO_LARGE: error(431, 'The headers of the request are too large'),

  // Who asks, and how often
  NOT_AUTHENTICATED: error(
    401,
    'No API key of this service in the header Authorization',
    'The API key is not valid',
  ),
  KEY_READ_ONLY: error(403, 'This API key may read only'),
  PROTECTED: error(
    403,
    'The operator of this service has protected it from changes',
    'This is protected from changes here: ask whoever runs this service to take it out of {setting}',
  ),
  RATE_LIMITED: error(
    429,
    'The API key has used up its requests of this minute',
    'This API key may send {limit} requests a minute; wait {seconds} s',
  ),
  WRITES_LIMITED: error(
    429,
    'The API key has used up its changes of this minute',
    'This API key may make {limit} changes a minute; wait {seconds} s',
  ),
  BODIES_LIMITED: error(
    429,
    'The API key has too many requests under way whose bodies have not arrived',
    'This API key may send {limit} bodies at a time; wait {seconds} s',
  ),

  // What is asked for
  VERSION_MISSING: error(400, 'No version header', 'Send the header {header}: {version}'),
  VERSION_UNSUPPORTED: error(
    400,
    'Another version in the version header',
    'The header {header} must be {version}',
  ),
  ENDPOINT_NOT_FOUND: error(404, 'The API has nothing at this address'),
  METHOD_NOT_ALLOWED: error(
    405,
    'The address does not have this method; Allow names those it has',
    'This address takes {methods} only',
  ),
  INVALID_QUERY: error(
    400,
    'A parameter is unknown, repeated or not valid; details names each',
    'A parameter is not valid',
  ),
  BODY_NOT_EXPECTED: error(400, 'This operation takes no body'),
  UNSUPPORTED_CONTENT_TYPE: error(
    415,
    'The body is not sent as application/json in UTF-8',
    'Send the body as Content-Type: application/json, in UTF-8',
  ),
  BODY_TOO_LARGE: error(413, `The body must not be larger than ${BODY_BYTES_MAX} bytes`),
  BODY_INCOMPLETE: error(400, 'The body ended before its announced length'),
  INVALID_JSON: error(400, 'The body is not JSON in UTF-8'),
  INVALID_BODY: error(
    400,
    'A field is unknown, missing or not valid; details names each, at most ten',
    'A field is not valid',
  ),

  // What the data says
  BOT_USER_NOT_FOUND: error(404, 'There is no such bot user'),
  NAME_TAKEN: error(409, 'Name is already used by another bot user'),
  EDGE_NOT_FOUND: error(404, 'There is no such edge'),
  ROUTE_NOT_FOUND: error(404, 'The edge has no such route'),
  MODULE_NOT_FOUND: error(404, 'The route has no IP restriction'),
  UNKNOWN_IP_POLICY: error(
    400,
    'No IP policy has one of these ids; details names each, at most twenty',
    'Unknown IP {policies}: {ids}',
  ),
  PRECONDITION_FAILED: error(
    412,
    'The module is not the one that If-Match or If-None-Match asks for; nothing was changed',
    'The IP restriction was changed in the meantime',
  ),

  // The service itself
  INTERNAL_ERROR: error(
    500,
    'The service has a defect; its log has the operation id',
    'The service has failed; its log says more',
  ),
  STORAGE_UNAVAILABLE: error(
    503,
    'The data cannot be reached now. A change may have been made: check before you repeat it',
    'The data cannot be read or written at the moment; try again in a while',
  ),

  // The service behind this one, in upstream mode
  UPSTREAM_UNREACHABLE: upstream(
    502,
    'No connection to the upstream',
    'cannot be reached: try again, and tell its operator if it stays so',
  ),
  UPSTREAM_LOST: upstream(
    502,
    'The upstream closed the connection without a response; a change may have been made',
    'closed the connection without a response: before you repeat a change, check whether it was made',
  ),
  UPSTREAM_CERTIFICATE: upstream(
    502,
    'The certificate of the upstream is not trusted',
    'shows a certificate that is not trusted here: its operator can name the authority in NODE_EXTRA_CA_CERTS',
  ),
  UPSTREAM_REDIRECT: upstream(
    502,
    'The upstream redirects, which is not followed',
    'redirects, which is not followed: its operator should set the address that it redirects to',
  ),
  UPSTREAM_UNREADABLE: upstream(
    502,
    'The upstream sent something that is not HTTP as it is read here',
    'sent something that is not HTTP as it is read here',
  ),
  UPSTREAM_CUT: upstream(
    502,
    'The upstream broke off in the middle of a response',
    'broke off in the middle of a response',
  ),
  UPSTREAM_LOOP: error(
    502,
    'UPSTREAM_URL names this very dashboard',
    'This dashboard is configured to proxy itself: its operator should set the address of the service',
  ),
  UPSTREAM_TIMEOUT: upstream(
    504,
    'The upstream did not answer in time; a change may have been made',
    'did not answer in time: before you repeat a change, check whether it was made',
  ),
};

export type ErrorCode = keyof typeof ERRORS;

/** The text of an error with the values of one request in it. */
export const errorText = (code: ErrorCode, values: Record<string, string | number> = {}) =>
  ERRORS[code].text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
