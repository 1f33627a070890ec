import { STATUS_CODES } from 'node:http';
import type * as z from 'zod/mini';
import { ErrorBody } from '#contract/error-body.ts';
import { KEY_ACCESS_HEADER, OPERATION_ID_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import { ERRORS, type ErrorCode } from '#service/domain/errors.ts';
import { EXAMPLES } from '#service/http/openapi/examples.ts';
import { refOf } from '#service/http/openapi/schemas.ts';

const header = (description: string, schema: object, required = true) => ({
  description,
  required,
  schema,
});
const string = { type: 'string' };
const count = (minimum: number) => ({ type: 'integer', minimum });

/** Headers of responses: components of the document by their names. */
export const headers = {
  [OPERATION_ID_HEADER]: header(
    'Id of this request; the log of the service knows it, and an error repeats it.',
    string,
  ),
  ETag: header('Tag of the module as it is now.', string),
  'Retry-After': header('Seconds to wait before the next request.', count(1)),
  'WWW-Authenticate': header('The scheme to sign in with.', string),
  [KEY_ACCESS_HEADER]: header(
    'The API key may read only; absent for one that may change things.',
    { const: READ_ONLY_ACCESS },
    false,
  ),
  'RateLimit-Limit': header(
    'Requests that the API key has in a minute; absent where there is no such limit.',
    count(1),
    false,
  ),
  'RateLimit-Remaining': header('Requests that are left.', count(0), false),
  'RateLimit-Reset': header('Seconds until at least one more is left.', count(1), false),
};

type HeaderName = keyof typeof headers;

/** On every response; what concerns the key is absent before it is checked. */
const COMMON: HeaderName[] = [
  OPERATION_ID_HEADER,
  KEY_ACCESS_HEADER,
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** A body by its schema of the contract. */
export const jsonContent = (schema: z.core.$ZodType) => ({
  'application/json': { schema: refOf(schema), example: EXAMPLES.get(schema) },
});

export const response = (description: string, content?: object, own: HeaderName[] = []) => ({
  description,
  headers: Object.fromEntries(
    [...COMMON, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
  content,
});

/** Every operation may respond with these. */
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

/** @returns by status */
export function errorResponses(own: ErrorCode[]): Record<string, object> {
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of [...ALWAYS, ...own]) (byStatus[ERRORS[code].status] ??= []).push(code);
  const responses: Record<string, object> = {};
  for (const [status, codes] of Object.entries(byStatus))
    responses[status] = errorResponse(Number(status), codes);
  return responses;
}

/** Headers that a refusal of this status has besides. */
const HEADERS_OF: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

function errorResponse(status: number, codes: ErrorCode[]) {
  const lines = codes.map((code) => `- \`${code}\`: ${ERRORS[code].text}.`);
  const description = [STATUS_CODES[status], '', ...lines].join('\n');
  const properties = { error_code: { enum: codes }, status_code: { const: status } };
  const schema = { allOf: [refOf(ErrorBody), { properties }] };
  return response(description, { 'application/json': { schema } }, HEADERS_OF[status]);
}
