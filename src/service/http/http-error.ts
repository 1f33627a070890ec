import type { ErrorBody } from '#contract/error-body.ts';
import { ERRORS, type ErrorCode } from '#service/domain/error-codes.ts';
import { DomainError, errorCode, type ErrorDetails } from '#service/domain/domain-error.ts';

/** An error of the HTTP side, or one with headers of its own. */
export class HttpError extends DomainError {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    { headers = {}, ...details }: ErrorDetails & { headers?: Record<string, string> } = {},
  ) {
    super(code, details);
    this.status = ERRORS[code].status;
    this.headers = headers;
  }
}

/** Seconds for Retry-After: about as long as a restart of the database takes. */
const STORAGE_RETRY_S = '5';

/** What Fastify refuses by itself, by its codes; a body that breaks off has the code of the connection. */
const FASTIFY_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'INVALID_PATH',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'UNSUPPORTED_CONTENT_TYPE', // of QUERY, which needs one to be looked at
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_INCOMPLETE',
  ECONNRESET: 'BODY_INCOMPLETE',
};

/** A defect becomes a 500 without its text. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError))
    return new HttpError(FASTIFY_ERRORS[errorCode(error) ?? ''] ?? 'INTERNAL_ERROR');
  const { code, message: text, fields } = error;
  const headers = code === 'STORAGE_UNAVAILABLE' ? { 'Retry-After': STORAGE_RETRY_S } : {};
  return new HttpError(code, { text, fields, headers });
}

export const toErrorBody = (
  { status, code, message, fields }: HttpError,
  operationId: string,
): ErrorBody => ({
  error_code: code,
  status_code: status,
  msg: message,
  details: { ...fields, operation_id: operationId },
});
