import { ApiError } from '#client/errors.ts';
import { session } from '#web/session/session.ts';

/**
 * A read on the way to a change. Reads wait for another key where theirs is refused; the change after it does not: its
 * form waits for the person, who may have signed in with the key of another account.
 *
 * @throws {ApiError} another key has come meanwhile
 */
export async function readBeforeChange<Result>(read: () => Promise<Result>): Promise<Result> {
  const key = session.key();
  const result = await read();
  if (session.key() === key) return result;
  const reason = 'Not sent: you had to sign in again. Look at it, then send it again.';
  throw new ApiError('Not sent: the key was refused', { kind: 'blocked', reason });
}
