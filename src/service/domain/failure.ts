export type FailureCode =
  | 'INVALID_BODY'
  | 'INVALID_QUERY'
  | 'NAME_TAKEN'
  | 'UNKNOWN_IP_POLICY'
  | 'BOT_USER_NOT_FOUND'
  | 'EDGE_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'MODULE_NOT_FOUND'
  | 'PRECONDITION_FAILED'
  | 'RATE_LIMITED'
  | 'STORAGE_UNAVAILABLE';

/** A refusal that the caller may read; anything else that is thrown is a defect and is answered as 500. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** By name of the refused field. */
  readonly fields: Record<string, string>;

  constructor(
    code: FailureCode,
    message: string,
    fields: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.fields = fields;
  }
}

/** @param cause what the storage said: for the log, never for the caller */
export function storageUnavailable(cause: unknown): Failure {
  const text = 'The data cannot be read or written at the moment; try again in a while';
  return new Failure('STORAGE_UNAVAILABLE', text, {}, { cause });
}
