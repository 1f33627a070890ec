import { errorCode, storageUnavailable } from '#service/domain/errors.ts';
import { ForeignKeyViolation, UniqueViolation } from '#service/storage/database.ts';

/** A deadlock, or a row that another transaction has changed where the isolation is stricter than by default. */
export const isSerializationFailure = (error: unknown) => /^40(P01|001)$/.test(codeOf(error));

const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503';

/** PostgreSQL ends one of the transactions that wait for each other, or another process came between two statements. */
export const isConflict = (error: unknown) =>
  isSerializationFailure(error) || isForeignKeyViolation(error);

/**
 * The server knows no prepared statement of this name, or has one already. Nothing was run: a pooler has moved this
 * client to a server connection on which other clients prepare.
 */
export const isPreparedElsewhere = (error: unknown) => /^(26000|42P05)$/.test(codeOf(error));

/** A pooler cannot pass this parameter on to server connections that many clients share. */
export const isStartupParameterRefused = (error: unknown) =>
  hasText(error, /unsupported startup parameter/i);

/** The connection broke after it had worked: another one may do. */
export const isConnectionLost = (error: unknown) =>
  /^(08...|57P..|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  hasText(error, /connection terminated unexpectedly|not queryable/i);

/** A standby, or a primary that has become one: a new connection may lead to the primary. */
const isReadOnlyServer = (error: unknown) => codeOf(error) === '25006';

/** Also when the client gave up on a result, which may still come. */
export const isClientUnusable = (error: unknown) =>
  isConnectionLost(error) || isReadOnlyServer(error) || hasText(error, /query read timeout/i);

/**
 * Nothing that a change of the request could mend: no connection, resources, time or right to sign in, a certificate that
 * is not trusted, a standby, a deadlock to the last try, damaged data or a failing disk.
 */
export const isUnavailable = (error: unknown) =>
  isConnectionLost(error) ||
  isReadOnlyServer(error) ||
  /CERT|_SIGNATURE$|_CA$/.test(codeOf(error)) ||
  /^(53...|57014|28...|3D...|40...|58...|XX00[12]|E[A-Z_]+)$/.test(codeOf(error)) ||
  hasText(error, /timeout|connection terminated/i);

/** As the stores know it. */
export function throwTranslated(error: unknown): never {
  // Of a value, or of the name of a table.
  if (/^(23505|42P07)$/.test(codeOf(error)))
    throw new UniqueViolation('Already exists', { cause: error });
  if (isForeignKeyViolation(error))
    throw new ForeignKeyViolation('Refers to what is not there', { cause: error });
  throw isUnavailable(error) ? storageUnavailable(error) : error;
}

const codeOf = (error: unknown) => errorCode(error) ?? '';

const hasText = (error: unknown, text: RegExp) =>
  error instanceof Error && text.test(error.message);
