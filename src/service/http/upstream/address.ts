import { invalidPath } from '#service/http/endpoints.ts';

/**
 * Refuses a path or query that another program could read in another way than this one.
 *
 * @throws {HttpError} characters that an address may hold in encoded form only
 */
export function refuseUnclearAddress(path: string, search: string): void {
  if (!/^[!"$-~]*$/.test(path + search))
    throw invalidPath('The address must be printable ASCII, without a #');
  if (!/^[\w.~!$&'()*+,;=:@%/-]*$/.test(path))
    throw invalidPath('The address holds a character that must be percent-encoded');
}

/**
 * @param value of a parameter of the path, decoded
 * @throws {HttpError} another program may see no value, or more than one segment
 */
export function refuseUnclearParameter(value: string): void {
  if (/^(;|$)|[/\\%\p{Cc}]/u.test(value))
    throw invalidPath('An id in the address holds a character that ids do not have');
}
