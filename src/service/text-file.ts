import { readFileSync } from 'node:fs';
import { errorCode, OperatorError } from '#service/domain/errors.ts';
import { readShared, type Shared } from '#service/domain/route-file.ts';

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

/** @param path of what the operator shows to everybody in front of an upstream; `undefined`: nothing */
export function readRoutesFile(path: string | undefined): Shared {
  if (path === undefined) return { routes: [], ip_policies: [] };
  const name = `The file ${path} of ROUTES_FILE`;
  return readShared(readText(path, name), 'routes', `${name} is not usable: `);
}
