export type FailureCode =
  | 'INVALID_BODY'
  | 'INVALID_QUERY'
  | 'NAME_TAKEN'
  | 'UNKNOWN_IP_POLICY'
  | 'BOT_USER_NOT_FOUND'
  | 'EDGE_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'MODULE_NOT_FOUND';

/** A refusal that the caller may read; anything else that is thrown is a defect and is answered as 500. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** By name of the refused field. */
  readonly fields: Record<string, string>;

  constructor(code: FailureCode, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}
