import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { UnsureError } from '#web/features/bot-users/mutations.ts';
import { saveProblem, wantedOf } from '#web/features/bot-users/use-bot-user-form.ts';
import { isConflict } from '#web/features/bot-users/use-save.tsx';
import '#web/test/config.ts';

beforeAll(() => void vi.stubGlobal('navigator', { onLine: true }));

const bot = { name: 'deploy', active: true };

it('takes a name with outer white space for changed only when somebody has changed it', () => {
  const loaded = { name: ' deploy ', active: true };
  expect(wantedOf({ name: ' deploy ', active: false }, loaded).name).toBe(' deploy ');
  expect(wantedOf({ name: 'deploy ', active: true }, loaded).name).toBe('deploy');
});

it('calls it a conflict only where both have changed a field, to different values', () => {
  const yours = { name: 'yours', active: true };
  expect(isConflict(bot, yours, { name: 'theirs', active: true })).toBe(true);
  expect(isConflict(bot, yours, { name: 'yours', active: true })).toBe(false);
  expect(isConflict(bot, yours, { name: 'deploy', active: false })).toBe(false);
  expect(isConflict(bot, bot, { name: 'deploy', active: false })).toBe(false);
});

const problem = (status: number, code?: string, fields: Record<string, string> = {}) =>
  saveProblem(
    new ApiError('', { kind: 'status', status, fields, ...(code !== undefined && { code }) }),
  );

const isUsed = 'Name is already used by another bot user';
it.each([
  [400, 'ERR_X_4112', isUsed],
  [409, undefined, isUsed],
  [400, 'ERR_X_4110', 'Name is too long for the service'],
])('takes %s %s to be about the name', (status, code, message) => {
  expect(problem(status, code)).toEqual({ field: 'name', message });
});

it('does not take any other conflict for the name', () => {
  const message = 'Not saved: the service answered 409.';
  expect(problem(409, 'BUSY')).toEqual({ field: 'root', message });
  const reserved = { field: 'name', message: 'is reserved' };
  expect(problem(409, 'BUSY', { name: 'is reserved' })).toEqual(reserved);
});

it('says that it may have happened where nobody knows', () => {
  const { message } = saveProblem(new UnsureError({ kind: 'network' }));
  expect(message).toMatch(/^We do not know if this was saved\. .+ Save again to be sure\.$/);
});

it('goes by the cause of a refusal, not by its status', () => {
  expect(problem(403, 'ERR_X_203').message).toBe('Not saved: the key was refused. Save again.');
  expect(problem(401, 'ERR_X_635').message).toBe('This key may not change bot users.');
});
