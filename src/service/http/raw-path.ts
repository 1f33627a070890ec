import { Refusal } from '#service/http/errors.ts';

/**
 * Takes the address as it came: a `URL` has folded dot segments, so `x/..` would be another resource. Some servers cut
 * what follows a `;`, so `..;x` counts as well.
 *
 * @throws {Refusal} the path has a dot segment, or a % that is no percent-encoding of UTF-8
 */
export function refuseBrokenPath(address: string): void {
  const path = pathOf(address);
  if (/\/(\.|%2e){1,2}(\/|;|%3b|$)/i.test(path))
    throw invalidPath('The address holds a . or .. segment');
  try {
    decodeURIComponent(path);
  } catch {
    throw invalidPath('The address holds a % that is no percent-encoding');
  }
}

/**
 * For an address that another program will read next: what two programs may read in two ways does not go through.
 *
 * @throws {Refusal} besides a broken path: characters that an address may hold in encoded form only
 */
export function refuseUnclearAddress(address: string): void {
  if (!/^[!"$-~]*$/.test(address))
    throw invalidPath('The address must be printable ASCII, without a #');
  if (!/^[\w.~!$&'()*+,;=:@%/-]*$/.test(pathOf(address)))
    throw invalidPath('The address holds a character that must be percent-encoded');
  refuseBrokenPath(address);
}

/**
 * @param value of a parameter of the path, decoded
 * @throws {Refusal} another program may see no value, or more than one segment
 */
export function refuseUnclearParameter(value: string): void {
  if (/^(;|$)|[/\\%\p{Cc}]/u.test(value))
    throw invalidPath('An id in the address holds a character that ids do not have');
}

/** @returns what stands before the query, unchanged */
export function pathOf(address: string): string {
  const end = address.indexOf('?');
  return end === -1 ? address : address.slice(0, end);
}

const invalidPath = (text: string) => new Refusal(400, 'INVALID_PATH', text);
