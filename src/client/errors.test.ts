import { expect, it } from 'vitest';
import {
  type ApiFailure,
  isAnyRefused,
  isKeyRefused,
  isNotThere,
  refusalCause,
} from '#client/errors.ts';

const answered = (status: number, code?: string): ApiFailure => ({
  kind: 'status',
  status,
  fields: {},
  ...(code !== undefined && { code }),
});

it.each([
  ['NOT_AUTHENTICATED', 'wrong-key'],
  ['KEY_READ_ONLY', 'no-right'],
  ['VERSION_UNSUPPORTED', 'version'],
  ['RATE_LIMITED', 'too-many'],
  ['ERR_NGROK_200', 'wrong-key'],
  ['ERR_OTHER_207', 'authtoken'],
  ['ERR_NGROK_217', 'version'],
  ['ERR_NGROK_635', 'no-right'],
])('reads %s as %s, whichever refusal it comes with', (code, cause) => {
  for (const status of [400, 401, 403]) expect(refusalCause(answered(status, code))).toBe(cause);
});

it.each([
  [401, 'wrong-key'],
  [403, 'no-right'],
  [400, undefined],
  [409, undefined],
])('falls back to status %s without a code that it knows', (status, cause) => {
  for (const code of [undefined, '', 'ERR_NGROK_9999', 'ERR_NGROK_', 'toString', 'constructor'])
    expect(refusalCause(answered(status, code))).toBe(cause);
});

it('takes nothing for judged that a service in trouble says', () => {
  expect(refusalCause(answered(500, 'ERR_NGROK_203'))).toBeUndefined();
  expect(refusalCause({ kind: 'network' })).toBeUndefined();
});

it('expects no other request to fare better where the key, its account or the version is refused', () => {
  for (const code of ['ERR_X_200', 'ERR_X_205', 'ERR_X_218', 'ERR_X_220', 'ERR_X_636'])
    for (const status of [400, 401, 403]) expect(isAnyRefused(answered(status, code))).toBe(true);
  for (const code of [
    'ERR_X_635',
    'ERR_X_226',
    'ERR_X_4110',
    'ERR_X_4119',
    'ERR_X_7013',
    'ERR_X_7025',
  ])
    expect(isAnyRefused(answered(400, code))).toBe(false);
  for (const status of [403, 404, 429]) expect(isAnyRefused(answered(status))).toBe(false);
});

it('takes only a word of the service for one, and no web page of something in between', () => {
  expect([answered(404), answered(405), undefined].map(isNotThere)).toEqual([true, false, false]);
  for (const status of [401, 403, 404]) {
    const failure = { kind: 'status', status, fields: {}, isWebPage: true } as const;
    expect(refusalCause(failure)).toBeUndefined();
    expect([isKeyRefused(failure), isNotThere(failure)]).toEqual([false, false]);
  }
});
