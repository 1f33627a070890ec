import { invalidPath } from '#service/http/endpoints.ts';

/**
 * Refuses an address that another program could read in another way than this one.
 *
 * @throws {HttpError} the address holds a character that it may hold in encoded form only
 */
export function refuseUnclearAddress(address: string): void {
  if (!/^[!"$-~]*$/.test(address))
    throw invalidPath('The address must be printable ASCII, without a #');
  if (!/^[\w.~!$&'()*+,;=:@%/-]*(\?|$)/.test(address))
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
