import { readFileSync } from 'node:fs';
import { errorCode } from '#service/domain/domain-error.ts';

/**
 * @param refuse makes the error of the reason why it cannot be read
 * @throws what `refuse` returns
 */
export function readTextFile(path: string, refuse: (reason: string) => Error): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(errorCode(error) ?? String(error));
  }
}
