import type { ApiKeys, Caller } from '#service/domain/api-keys.ts';
import type { FailedAttempts } from '#service/domain/failed-attempts.ts';
import { Refusal } from '#service/http/errors.ts';

/**
 * The texts never repeat what was sent: it may be a key of somewhere else.
 *
 * @param address of the client
 * @throws {Refusal} the header holds no key of this service
 */
export async function identifyCaller(
  authorization: string | undefined,
  address: string,
  apiKeys: ApiKeys,
  failedAttempts: FailedAttempts,
): Promise<Caller> {
  if (authorization === undefined)
    throw notAuthenticated('Send an API key in the header Authorization: Bearer <API key>');

  const key = bearerKey(authorization);
  const caller = key === undefined ? undefined : await apiKeys.identify(key);
  if (caller !== undefined) return caller;

  const waitSeconds = failedAttempts.record(address);
  if (waitSeconds > 0)
    throw new Refusal(429, 'TOO_MANY_WRONG_KEYS', 'Too many wrong API keys; wait before the next', {
      headers: { 'Retry-After': String(waitSeconds) },
    });
  throw key === undefined
    ? notAuthenticated('The header Authorization must be: Bearer <API key>')
    : notAuthenticated('The API key is not valid');
}

/** @returns `undefined` for a header of another form */
export const bearerKey = (authorization = '') => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

function notAuthenticated(text: string): Refusal {
  return new Refusal(401, 'NOT_AUTHENTICATED', text, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export function refuseReadOnly({ read_only }: Caller, method: string): void {
  if (!read_only || method === 'GET' || method === 'HEAD') return;
  throw new Refusal(403, 'KEY_READ_ONLY', 'This API key may read only');
}
