import { readFileSync } from 'node:fs';
import { errorCode, OperatorError } from '#service/domain/errors.ts';

/**
 * @param name what a refusal calls the file
 * @throws {OperatorError} it cannot be read
 */
export function readBytes(path: string, name = `The file ${path}`): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new OperatorError(`${name} cannot be read (${reason}): check its path.`);
  }
}

/** In UTF-8; what some editors put in front of it is left out. */
export const readText = (path: string, name?: string) =>
  new TextDecoder().decode(readBytes(path, name));
