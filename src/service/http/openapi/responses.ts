import { STATUS_CODES } from 'node:http';
import { ErrorBody } from '#contract/error-body.ts';
import { ERRORS, errorText, type ErrorCode } from '#service/domain/error-codes.ts';
import { KEY_ACCESS_HEADER, OPERATION_ID_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import { refOf } from '#service/http/openapi/schemas.ts';

const OPERATION_ID = 'op_3E8yZQ0vJ5hXkT3mWcR7bLfSgAa';
const POLICY_ID = 'ipp_3E8w1rVnQ0bYkT5mXcJ7hLfSgAa';

const string = { type: 'string' };
const integer = (minimum: number) => ({ type: 'integer', minimum });

const header = (name: string, description: string, schema: object, example: string | number) => ({
  name,
  header: { description, required: true, schema, example },
});
const optional = (...of: Parameters<typeof header>) => {
  const { name, header: required } = header(...of);
  return { name, header: { ...required, required: false } };
};

/** Headers of responses, by their ids in the document. */
const headers: Record<string, ReturnType<typeof header>> = {
  OperationId: header(
    OPERATION_ID_HEADER,
    'Id of this request; the log of the service knows it, and an error repeats it.',
    string,
    OPERATION_ID,
  ),
  ETag: header('ETag', 'Tag of the module as it is now.', string, '"q3Zk8VbN1xYcT5mJwR7hLg"'),
  RetryAfter: header('Retry-After', 'Seconds to wait before the next request.', integer(1), 42),
  KeyAccess: optional(
    KEY_ACCESS_HEADER,
    'The API key may read only; absent for one that may change things.',
    { const: READ_ONLY_ACCESS },
    READ_ONLY_ACCESS,
  ),
  RateLimitLimit: optional(
    'RateLimit-Limit',
    'Requests that the API key has in a minute; absent where there is no such limit.',
    integer(1),
    120,
  ),
  RateLimitRemaining: optional('RateLimit-Remaining', 'Requests that are left.', integer(0), 119),
  RateLimitReset: optional(
    'RateLimit-Reset',
    'Seconds until at least one more is left than now.',
    integer(1),
    30,
  ),
  WwwAuthenticate: header('WWW-Authenticate', 'The scheme to sign in with.', string, 'Bearer'),
  Allow: header('Allow', 'The methods that the address has.', string, 'POST, GET, HEAD'),
};

/** What the key may do, and what is left of its requests; on every response after it was checked. */
export const ABOUT_KEY = ['KeyAccess', 'RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'];

export const headerComponents = () =>
  Object.fromEntries(Object.entries(headers).map(([id, { header: component }]) => [id, component]));

/** @returns the headers of a response, by their names */
export const headerRefs = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [headers[id]?.name, { $ref: `#/components/headers/${id}` }]));

/** Every operation may respond with these, in the order of the checks. */
const ALWAYS: ErrorCode[] = [
  'MALFORMED_REQUEST',
  'HEADERS_TOO_LARGE',
  'REQUEST_TOO_SLOW',
  'HOST_MISSING',
  'MISDIRECTED_REQUEST',
  'NOT_AUTHENTICATED',
  'RATE_LIMITED',
  'VERSION_MISSING',
  'VERSION_UNSUPPORTED',
  'INVALID_QUERY',
  'STORAGE_UNAVAILABLE',
  'INTERNAL_ERROR',
];

/** The request reaches no operation. */
const NOWHERE: ErrorCode[] = ['METHOD_NOT_ALLOWED', 'ENDPOINT_NOT_FOUND'];

/** Example values of a request. */
const EXAMPLE_VALUES = {
  url: 'https://gatehouse.example.com',
  limit: 120,
  seconds: 30,
  setting: 'PROTECTED_BOT_USERS',
  methods: 'POST, GET, HEAD',
  policies: 'policy',
  ids: POLICY_ID,
};
const EXAMPLE_FIELDS: { [Code in ErrorCode]?: Record<string, string> } = {
  INVALID_BODY: { name: 'Enter a name' },
  INVALID_QUERY: { colour: 'There is no parameter "colour"' },
  NAME_TAKEN: { name: errorText('NAME_TAKEN') },
  UNKNOWN_IP_POLICY: {
    ip_policy_ids: errorText('UNKNOWN_IP_POLICY', EXAMPLE_VALUES),
    [`ip_policy_ids.${POLICY_ID}`]: 'There is no IP policy with this id',
  },
};

/** @param own codes of the operations */
export function errorComponents(own: ErrorCode[], versionHeader: string, version: string) {
  const codes = [...new Set([...ALWAYS, ...own, ...NOWHERE])];
  const values = { ...EXAMPLE_VALUES, header: versionHeader, version };
  const examples = codes.map((code) => {
    const fields = EXAMPLE_FIELDS[code] ?? {};
    const value: ErrorBody = {
      error_code: code,
      status_code: ERRORS[code].status,
      msg: Object.values(fields)[0] ?? errorText(code, values),
      details: { ...fields, operation_id: OPERATION_ID },
    };
    return [code, { summary: ERRORS[code].title, value }];
  });
  return {
    examples: Object.fromEntries(examples),
    responses: Object.fromEntries(NOWHERE.map((code) => [nameOf(code), toResponse([code])])),
  };
}

/** @returns by status */
export function errorResponses(own: ErrorCode[]): Record<string, object> {
  const codes = [...new Set([...ALWAYS, ...own])];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  const of = (status: number) => codes.filter((code) => ERRORS[code].status === status);
  return Object.fromEntries(statuses.map((status) => [status, toResponse(of(status))]));
}

/** @param codes of one status */
function toResponse(codes: ErrorCode[]) {
  const status = Math.max(...codes.map((code) => ERRORS[code].status));
  const lines = codes.map((code) => `- \`${code}\`: ${ERRORS[code].title}.`);
  const properties = { error_code: { enum: codes }, status_code: { const: status } };
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: [STATUS_CODES[status], '', ...lines].join('\n'),
    headers: headerRefs('OperationId', ...headersOf(status)),
    content: {
      'application/json': {
        schema: { allOf: [refOf(ErrorBody), { properties }] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Sent before the key is checked. */
const EARLY = [401, 408, 421, 431];

function headersOf(status: number): string[] {
  const aboutKey = EARLY.includes(status) ? [] : ABOUT_KEY;
  if (status === 401) return ['WwwAuthenticate', ...aboutKey];
  if (status === 405) return ['Allow', ...aboutKey];
  return status === 429 || status === 503 ? ['RetryAfter', ...aboutKey] : aboutKey;
}

/** `ENDPOINT_NOT_FOUND` → `EndpointNotFound`. */
const nameOf = (code: ErrorCode) =>
  code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
