import { expect, it } from 'vitest';
import { isAnyRefused, isKeyRefused, isNotThere, refusalCause } from '#client/errors.ts';
import { makeRefusal as answered } from '#web/test/request-entry.ts';

it.each([
  ['UNKNOWN_IP_POLICY', 'unknown-policies'],
  ['ERR_NGROK_635', 'no-right'],
  ['ERR_OTHER_207', 'authtoken'],
])('reads %s as %s, whichever refusal it comes with', (code, cause) => {
  for (const status of [400, 401, 403])
    expect(refusalCause(answered(status, { code }))).toBe(cause);
});

it.each([
  [401, 'wrong-key'],
  [403, 'no-right'],
  [400, undefined],
])('falls back to status %s without a code that it knows', (status, cause) => {
  expect(refusalCause(answered(status))).toBe(cause);
  for (const code of ['', 'ERR_NGROK_9999', 'ERR_NGROK_', 'toString', 'constructor'])
    expect(refusalCause(answered(status, { code }))).toBe(cause);
});

it('takes nothing for judged that a service in trouble says', () => {
  expect(refusalCause(answered(500, { code: 'ERR_NGROK_203' }))).toBeUndefined();
  expect(refusalCause({ kind: 'network' })).toBeUndefined();
});

it('expects no other request to fare better where the key, its account or the version is refused', () => {
  const isEnd = (status: number, code: number) =>
    isAnyRefused(answered(status, { code: `ERR_X_${code}` }));
  for (const code of [200, 205, 218, 220, 636])
    for (const status of [400, 401, 403]) expect(isEnd(status, code)).toBe(true);
  for (const code of [635, 226, 4110, 4119, 7013, 7025]) expect(isEnd(400, code)).toBe(false);
  for (const status of [403, 404, 429]) expect(isAnyRefused(answered(status))).toBe(false);
});

it('takes only a word of the service for one, and no web page of something in between', () => {
  expect([answered(404), answered(405), undefined].map(isNotThere)).toEqual([true, false, false]);
  for (const status of [401, 403, 404]) {
    const failure = answered(status, { isWebPage: true });
    expect(refusalCause(failure)).toBeUndefined();
    expect([isKeyRefused(failure), isNotThere(failure)]).toEqual([false, false]);
  }
});

it('takes a 404 about something else, such as a policy that was sent, for no missing target', () => {
  const isGone = (code: string) => isNotThere(answered(404, { code }));
  expect(['ERR_X_222', 'ERR_X_7000', 'ROUTE_NOT_FOUND'].map(isGone)).toEqual([true, true, true]);
  expect(['ERR_X_7007', 'ERR_X_7013', 'ERR_X_4111'].map(isGone)).toEqual([false, false, false]);
});
