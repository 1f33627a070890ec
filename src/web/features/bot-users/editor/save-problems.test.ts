// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { saveProblems } from '#web/features/bot-users/editor/use-bot-user-form.ts';

beforeAll(() => {
  setConfig(testConfig());
  vi.stubGlobal('navigator', { onLine: true });
});

const problems = (status: number, code?: string, fields: Record<string, string> = {}) =>
  saveProblems(
    new ApiError('', { kind: 'status', status, fields, ...(code !== undefined && { code }) }),
  );

it.each(['NAME_TAKEN', 'ERR_X_4112', undefined])(
  'takes a conflict with %s for the name',
  (code) => {
    expect(problems(409, code)).toEqual([['name', 'Name is already used by another bot user']]);
  },
);

it('does not take any other conflict for the name', () => {
  expect(problems(409, 'BUSY')).toEqual([['root', 'Not saved: the service answered 409.']]);
  expect(problems(409, 'BUSY', { name: 'is reserved' })).toEqual([['name', 'is reserved']]);
});

it('goes by the cause of a refusal, not by its status', () => {
  expect(problems(401, 'ERR_X_220')).toEqual([
    ['root', 'Not saved: this key may not be used from your network address.'],
  ]);
  expect(problems(403, 'ERR_X_203')).toEqual([
    ['root', 'Not saved: the key was refused. Save again.'],
  ]);
  expect(problems(401, 'ERR_X_635')).toEqual([['root', 'This key may not change bot users.']]);
});

it('says of a change that may have happened how to find out', () => {
  expect(saveProblems(new ApiError('', { kind: 'timeout', afterMs: 15_000 }))).toEqual([
    [
      'root',
      'We do not know if this was saved. No answer within 15 seconds. Save again to be sure.',
    ],
  ]);
});
