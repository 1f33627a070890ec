import type { ErrorBody } from '#contract/error-body.ts';
import { Failure, type FailureCode } from '#service/domain/failure.ts';
import { RateLimited, type Budget } from '#service/domain/rate-limit.ts';

/** A refusal by the wire side, before the domain is asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      fields = {},
      headers = {},
    }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

const STATUS: Record<FailureCode, number> = {
  INVALID_BODY: 400,
  INVALID_QUERY: 400,
  UNKNOWN_IP_POLICY: 400,
  BOT_USER_NOT_FOUND: 404,
  EDGE_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  MODULE_NOT_FOUND: 404,
  NAME_TAKEN: 409,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
  STORAGE_UNAVAILABLE: 503,
};

/** @returns the refusal that stands for whatever was thrown; a defect becomes a 500 without its text */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure)
    return new Refusal(STATUS[error.code], error.code, error.message, {
      fields: error.fields,
      headers: failureHeaders(error),
    });
  return new Refusal(500, 'INTERNAL_ERROR', 'The service has failed; its log says more');
}

/** Seconds after which it is worth another try: a restart of the database takes about as long. */
const STORAGE_RETRY_S = 5;

function failureHeaders(failure: Failure): Record<string, string> {
  if (failure.code === 'STORAGE_UNAVAILABLE') return { 'Retry-After': String(STORAGE_RETRY_S) };
  if (!(failure instanceof RateLimited)) return {};
  const { budget } = failure;
  return { ...budgetHeaders(budget), 'Retry-After': String(budget.resetSeconds) };
}

/** What is left of a key's requests, under the names that most clients read. */
export const budgetHeaders = ({ limit, remaining, resetSeconds }: Budget) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
});

export function toErrorBody(
  { status, code, message, fields }: Refusal,
  operationId: string,
): ErrorBody {
  return {
    error_code: code,
    status_code: status,
    msg: message,
    details: { ...fields, operation_id: operationId },
  };
}
