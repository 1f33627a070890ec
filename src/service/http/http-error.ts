import type { ErrorBody } from '#contract/error-body.ts';
import { ERRORS, type ErrorCode } from '#service/domain/error-codes.ts';
import { DomainError, type ErrorDetails } from '#service/domain/domain-error.ts';

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

/** A defect becomes a 500 without its text. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return new HttpError('INTERNAL_ERROR');
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
