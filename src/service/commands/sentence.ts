import { inspect } from 'node:util';
import { OperatorError, reasonOf, ServiceError } from '#service/domain/errors.ts';
import { UniqueViolation } from '#service/storage/database.ts';

/** @returns what the operator can do, in one sentence; of a defect its stack */
export function toSentence(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof ServiceError)
    return `The data cannot be read or written (${error.reason}): check the disk or the database, and try again.`;
  if (error instanceof UniqueViolation)
    return `Some of it already exists (${reasonOf(error)}). Nothing was changed.`;
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return inspect(error);
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use by another program: stop that one, or set PORT to another port (0 takes any free one).`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return `Cannot listen there (${String(error.code)}): set HOST and PORT to an address of this machine that this user may take.`;
  return inspect(error);
}
