import { readFileSync } from 'node:fs';
import { errorCode } from '#service/domain/domain-error.ts';

/**
 * @param refuse makes the error of the reason why it cannot be read
 * @throws what `refuse` returns
 */
export const readTextFile = (path: string, refuse: (reason: string) => Error): string =>
  readBytes(path, refuse).toString();

/** The same, before its text is known. */
export function readBytes(path: string, refuse: (reason: string) => Error): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw refuse(errorCode(error) ?? String(error));
  }
}
