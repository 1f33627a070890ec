import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import { KEY_ACCESS_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import type { RateLimit } from '#service/domain/rate-limit.ts';
import { HttpError } from '#service/http/http-error.ts';

/**
 * The texts never repeat what was sent: it may be a key of somewhere else.
 *
 * @returns the caller at once when the key was looked up a short while ago
 * @throws {HttpError} the header holds no key of this service
 */
export function authenticate(
  authorization: string | undefined,
  apiKeys: ApiKeys,
): Caller | Promise<Caller> {
  if (authorization === undefined)
    throw notAuthenticated('Send an API key in the header Authorization: Bearer <API key>');
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key === undefined)
    throw notAuthenticated('The header Authorization must be: Bearer <API key>');
  return apiKeys.recall(key) ?? lookUp(key, apiKeys);
}

async function lookUp(key: string, apiKeys: ApiKeys): Promise<Caller> {
  const caller = await apiKeys.identify(key);
  if (caller === undefined) throw notAuthenticated();
  return caller;
}

const notAuthenticated = (text?: string) =>
  new HttpError('NOT_AUTHENTICATED', {
    ...(text !== undefined && { text }),
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** For the page, which then offers no changes. */
export const accessHeaders = ({ read_only }: Caller) =>
  read_only ? [KEY_ACCESS_HEADER, READ_ONLY_ACCESS] : [];

/**
 * Counts a change of one caller.
 *
 * @throws {HttpError} it is one too many
 */
export async function takeWrite(writeLimit: RateLimit, callerId: string): Promise<void> {
  const { isTaken, limit, resetSeconds: seconds } = await writeLimit.take(`writes ${callerId}`);
  if (isTaken) return;
  throw new HttpError('WRITES_LIMITED', {
    values: { limit, seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}

export function refuseReadOnly({ read_only }: Caller, method: string): void {
  if (read_only && method !== 'GET' && method !== 'HEAD') throw new HttpError('KEY_READ_ONLY');
}
