import { Failure } from '#service/domain/failure.ts';
import { OperatorError } from '#service/domain/operator-error.ts';
import { AlreadyThere } from '#service/storage/database.ts';

/** @returns what the operator can do, in one sentence; `undefined` for a defect */
export function toSentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Failure)
    return `The data cannot be read or written (${causeOf(error)}): see to the disk or the database, and try again.`;
  if (error instanceof AlreadyThere)
    return `Something of it is there already (${causeOf(error)}). Nothing was changed.`;
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use by another program: stop that one, or set PORT to another port (0 takes any free one).`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return `Cannot listen there (${String(error.code)}): set HOST and PORT to an address of this machine that this user may take.`;
  return undefined;
}

const causeOf = ({ cause, message }: Error) =>
  // Node gives several addresses of one name up with an error that has no text of its own.
  (cause instanceof Error && (cause.message || ('code' in cause && String(cause.code)))) || message;
