import { STATUS_CODES } from 'node:http';
import type * as z from 'zod/mini';
import { ErrorBody } from '#contract/error-body.ts';
import { ERRORS, type ErrorCode } from '#service/domain/errors.ts';
import { EXAMPLES } from '#service/http/openapi/examples.ts';
import { refOf } from '#service/http/openapi/schemas.ts';

/** A body by its schema of the contract. */
export const jsonContent = (schema: z.core.$ZodType) => ({
  'application/json': { schema: refOf(schema), example: EXAMPLES.get(schema) },
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

function errorResponse(status: number, codes: ErrorCode[]) {
  const lines = codes.map((code) => `- \`${code}\`: ${ERRORS[code].text}.`);
  const description = [STATUS_CODES[status], '', ...lines].join('\n');
  const properties = { error_code: { enum: codes }, status_code: { const: status } };
  const schema = { allOf: [refOf(ErrorBody), { properties }] };
  return { description, content: { 'application/json': { schema } } };
}
