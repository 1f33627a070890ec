import { errorText, type ErrorCode } from '#service/domain/error-codes.ts';

export interface ErrorDetails extends ErrorOptions {
  /** Values for the catalogue's text. */
  values?: Record<string, string | number>;
  /** Replaces the catalogue's text. */
  text?: string;
  /** What is wrong, by name of the refused field. */
  fields?: Record<string, string>;
}

/** An error that the caller may read; anything else that is thrown is a defect, for which a 500 is sent. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, { values, text, fields = {}, ...options }: ErrorDetails = {}) {
    super(text ?? errorText(code, values), options);
    this.code = code;
    this.fields = fields;
  }
}

/** @param cause what the storage said: for the log, never for the caller */
export const storageUnavailable = (cause: unknown) =>
  new DomainError('STORAGE_UNAVAILABLE', { cause });

/** The code of an error of Node, the operating system or a driver, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** What caused an error, in the words of the storage or the operating system. */
export const reasonOf = ({ cause, message }: Error): string =>
  // Node gives several addresses of one name up with an error that has no text of its own.
  (cause instanceof Error && (cause.message || errorCode(cause))) || message;
