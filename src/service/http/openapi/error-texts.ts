import { BODY_BYTES_MAX } from '#contract/wire.ts';
import type { FailureCode } from '#service/domain/failure.ts';

interface ErrorText {
  status: number;
  /** When it is given. */
  when: string;
  /** An example; `{header}` and `{version}` stand for the version header. */
  msg: string;
  /** The fields that the example names. */
  fields?: Record<string, string>;
}

const oneField = (name: string, msg: string) => ({ msg, fields: { [name]: msg } });

const TEXTS = {
  INVALID_BODY: {
    status: 400,
    when: 'A field is unknown, missing or not valid; details names each, at most ten',
    ...oneField('name', 'Enter a name'),
  },
  INVALID_QUERY: {
    status: 400,
    when: 'A parameter is unknown, repeated or not valid; details names each',
    ...oneField('colour', 'There is no parameter "colour"'),
  },
  UNKNOWN_IP_POLICY: {
    status: 400,
    when: 'There is no IP policy with one of the ids; details names each, at most twenty',
    msg: 'Unknown IP policy: ipp_3E8w1rVnQ0bYkT5mXcJ7hLfSgAa',
    fields: {
      ip_policy_ids: 'Unknown IP policy: ipp_3E8w1rVnQ0bYkT5mXcJ7hLfSgAa',
      'ip_policy_ids.ipp_3E8w1rVnQ0bYkT5mXcJ7hLfSgAa': 'There is no IP policy with this id',
    },
  },
  BOT_USER_NOT_FOUND: {
    status: 404,
    when: 'There is no bot user with this id',
    msg: 'There is no such bot user',
  },
  EDGE_NOT_FOUND: {
    status: 404,
    when: 'There is no edge with this id',
    msg: 'There is no such edge',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    when: 'The edge has no route with this id; another edge may have one',
    msg: 'The edge has no such route',
  },
  MODULE_NOT_FOUND: {
    status: 404,
    when: 'The route has no IP restriction',
    msg: 'The route has no IP restriction',
  },
  NAME_TAKEN: {
    status: 409,
    when: 'Another bot user has this name',
    ...oneField('name', 'Name is already used by another bot user'),
  },
  PRECONDITION_FAILED: {
    status: 412,
    when: 'The module is not, or no longer, the one that If-Match or If-None-Match asks for; nothing was changed',
    msg: 'The IP restriction was changed in the meantime',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    when: 'The data cannot be read or written for the moment; a change may have been made: look before you repeat it',
    msg: 'The data cannot be read or written at the moment; try again in a while',
  },
  VERSION_MISSING: {
    status: 400,
    when: 'The version header is missing',
    msg: 'Send the header {header}: {version}',
  },
  VERSION_UNSUPPORTED: {
    status: 400,
    when: 'The version header names another version',
    msg: 'The header {header} must be {version}',
  },
  INVALID_PATH: {
    status: 400,
    when: 'The address holds a . or .. segment or a broken percent-encoding',
    msg: 'The address holds a . or .. segment',
  },
  BODY_NOT_EXPECTED: {
    status: 400,
    when: 'The operation takes no body',
    msg: 'This operation takes no body',
  },
  INVALID_JSON: {
    status: 400,
    when: 'The body is missing or is not JSON in UTF-8',
    msg: 'The body is not JSON in UTF-8',
  },
  HOST_MISSING: {
    status: 400,
    when: 'The request has no Host header',
    msg: 'Send the header Host',
  },
  MALFORMED_REQUEST: {
    status: 400,
    when: 'The request is not HTTP as the service reads it, or its body ends too early',
    msg: 'The request is not HTTP as this service reads it',
  },
  NOT_AUTHENTICATED: {
    status: 401,
    when: 'The header Authorization is missing, or holds no API key of this service',
    msg: 'The API key is not valid',
  },
  KEY_READ_ONLY: {
    status: 403,
    when: 'The API key may only read',
    msg: 'This API key may read only',
  },
  ENDPOINT_NOT_FOUND: {
    status: 404,
    when: 'The API has nothing at this address',
    msg: 'The API has nothing at this address',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The address does not have this method; the header Allow names those it has',
    msg: 'This address answers POST, GET, HEAD only',
  },
  REQUEST_TOO_SLOW: {
    status: 408,
    when: 'The request took too long to arrive',
    msg: 'The request took too long to arrive',
  },
  BODY_TOO_LARGE: {
    status: 413,
    when: `The body is larger than ${BODY_BYTES_MAX} bytes`,
    msg: `The body must not be larger than ${BODY_BYTES_MAX} bytes`,
  },
  UNSUPPORTED_CONTENT_TYPE: {
    status: 415,
    when: 'The body is not sent as application/json in UTF-8',
    msg: 'Send the body as Content-Type: application/json, in UTF-8',
  },
  MISDIRECTED_REQUEST: {
    status: 421,
    when: 'The Host header is not a name of this service',
    msg: 'This service does not answer to that host name. Use https://gatehouse.example.com, or set PUBLIC_URL.',
  },
  TOO_MANY_WRONG_KEYS: {
    status: 429,
    when: 'More than 60 wrong API keys came from this address within a minute; a right one still passes',
    msg: 'Too many wrong API keys; wait before the next',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'The API key has made more requests than the service lets pass in a minute',
    msg: 'This API key may send 120 requests a minute; wait 30 s',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    when: 'The headers of the request are larger than 16 KiB',
    msg: 'The headers of the request are too large',
  },
  INTERNAL_ERROR: {
    status: 500,
    when: 'The service has a defect; its log has the operation id',
    msg: 'The service has failed; its log says more',
  },
} satisfies Record<FailureCode, ErrorText> & Record<string, ErrorText>;

export type ErrorCode = keyof typeof TEXTS;

/** Every refusal of the API; a failure of the domain without a text here does not compile. */
export const errorTexts: Record<ErrorCode, ErrorText> = TEXTS;
