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
    INVALID_PATH: 'Ask for a path without . and .. segments, percent-encoded where it has to be',
    VERSION_MISSING: 'Send the header {header}: {version}',
    VERSION_UNSUPPORTED: 'The header {header} must be {version}',
    INVALID_QUERY: 'A parameter is unknown, repeated or not valid; details names each',
    BODY_NOT_EXPECTED: 'This operation takes no body',
    INVALID_JSON: 'The body is not JSON in UTF-8',
    INVALID_BODY: 'A field is unknown, missing or not valid; details names each, at most ten',
    UNKNOWN_IP_POLICY: 'Unknown IP {policies}: {ids}',
  }),
  ...errors(401, {
    NOT_AUTHENTICATED: 'Send a valid API key in the header Authorization, after Bearer and a space',
  }),
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
    BODIES_LIMITED: 'At most {limit} bodies may be on their way at a time; wait {seconds} s',
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
    UPSTREAM_CUT: upstream(
      'broke off in the middle of a response: before you repeat a change, check whether it was made',
    ),
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

interface ErrorDetails extends ErrorOptions {
  /** Values for the catalogue's text. */
  values?: Record<string, string | number>;
  /** Replaces the catalogue's text. */
  text?: string;
  /** What is wrong, by name of the refused field. */
  fields?: Record<string, string>;
}

/** An error that the caller may read; anything else that is thrown is a defect, for which a 500 is sent. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: Record<string, string | number>;
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, { values = {}, text, fields = {}, ...options }: ErrorDetails = {}) {
    super(text ?? errorText(code, values), options);
    this.code = code;
    this.status = ERRORS[code].status;
    this.values = values;
    this.fields = fields;
  }

  /** For the log and for operators, never for the caller. */
  get reason() {
    return reasonOf(this);
  }
}

/** @param fields what is wrong, by name of the refused field or parameter */
export const invalid = (code: 'INVALID_BODY' | 'INVALID_QUERY', fields: Record<string, string>) =>
  new ServiceError(code, { text: Object.values(fields).join('. '), fields });

/** Seconds to wait: about as long as a restart of the database takes. */
const STORAGE_RETRY_S = 5;

/** @param cause what the storage said */
export const storageUnavailable = (cause: unknown) =>
  new ServiceError('STORAGE_UNAVAILABLE', { cause, values: { seconds: STORAGE_RETRY_S } });

/** A problem that the operator can fix; the message is one sentence that says how. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The code of an error of Node, the operating system or a driver, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** What caused an error, in the words of the storage, the operating system or the upstream's client. */
export function reasonOf({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : message;
  // Node gives several addresses of one name up with an error that has no text of its own.
  return cause.message || (errorCode(cause) ?? message);
}
