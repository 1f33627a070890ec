// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { loadConfig } from '#web/api/config.ts';
import { changeReasonOf, detailsOf, fieldErrors, reasonOf } from '#web/api/failure-text.ts';

beforeAll(async () => {
  const config = { service_host: 'api.test', version_header: 'X-Version', routes: [] };
  vi.stubGlobal('fetch', async () => Response.json(config));
  await loadConfig();
});

const failed = (failure: ApiFailure) => new ApiError('failed', failure);
const status = (code: number, rest: Partial<Extract<ApiFailure, { kind: 'status' }>> = {}) =>
  failed({ kind: 'status', status: code, fields: {}, ...rest });

it.each([
  [failed({ kind: 'network' }), 'No answer from api.test. Check your connection, then try again.'],
  [failed({ kind: 'offline' }), 'Not sent: you were offline.'],
  [failed({ kind: 'timeout', afterMs: 15_000 }), 'No answer within 15 seconds. Try again.'],
  [
    failed({ kind: 'shape', issues: ['The answer is a redirect, which is not followed'] }),
    'The service answered in a way this app does not know. The answer is a redirect, which is not followed.',
  ],
  [
    failed({ kind: 'shape', status: 200, issues: ['active is missing or of another kind'] }),
    'The service answered 200 in a way this app does not know. active is missing or of another kind.',
  ],
  [
    failed({ kind: 'network', status: 200 }),
    'The service answered 200, but the answer broke off. Try again.',
  ],
  [
    failed({ kind: 'paused', retryAfterMs: 3_599_000 }),
    'Not sent: the service asks to wait 60 min.',
  ],
  [
    status(429, { retryAfterMs: 6100, code: 'RATE_LIMITED' }),
    'The service answered 429. The service asks to wait 7 s. Code RATE_LIMITED.',
  ],
  [
    status(422, { text: 'not \u202Eright', code: 'A\u200B', operationId: 'op_\u0007' }),
    'The service answered 422. It says: “not ⟨U+202E⟩right” Code A⟨U+200B⟩. Request id op_⟨U+0007⟩.',
  ],
  [status(403), 'The service answered 403. This key may not do that.'],
  [
    status(401, { code: 'ERR_X_220', text: 'no' }),
    'The service answered 401. This key may not be used from your network address. It says: “no” Code ERR_X_220.',
  ],
  [
    status(403, { code: 'ERR_X_247' }),
    'The service answered 403. This account has unpaid bills. Code ERR_X_247.',
  ],
  [status(404, { isWebPage: true }), 'The service answered 404. The answer is a web page.'],
  [
    status(409, { text: 'taken', operationId: 'op_1' }),
    'The service answered 409. It says: “taken” Request id op_1.',
  ],
])('says why: %s', (error, sentence) => {
  expect(reasonOf(error)).toBe(sentence);
});

it('does not tell anybody to repeat a change that may have happened', () => {
  expect(reasonOf(failed({ kind: 'timeout', afterMs: 15_000 }), 'unsure')).toBe(
    'No answer within 15 seconds.',
  );
  expect(reasonOf(failed({ kind: 'network' }), 'unsure')).toBe('No answer from api.test.');
  expect(reasonOf(failed({ kind: 'network', status: 200 }), 'unsure')).toBe(
    'The service answered 200, but the answer broke off.',
  );
});

it('calls data unharmed only after a read', () => {
  expect(reasonOf(status(503), 'read')).toBe(
    'The service answered 503. Your data is not affected.',
  );
  expect(reasonOf(status(503))).toBe('The service answered 503.');
});

it('sends to the sign-in whenever the dialog asks for another key, and only then', () => {
  expect(changeReasonOf(status(403, { code: 'ERR_X_206' }), 'apply')).toBe(
    'The service answered 403. The key is an authtoken, not an API key. Code ERR_X_206. Sign in again, then apply.',
  );
  for (const error of [status(401, { code: 'ERR_X_205' }), status(403), status(422)])
    expect(changeReasonOf(error, 'apply')).toBe(reasonOf(error));
});

it('gives details for a report', () => {
  expect(detailsOf(status(500, { operationId: 'op_9' }))).toContain('"operationId":"op_9"');
});

it('finds the refused fields of a form, and only in a refusal', () => {
  const fields = { name: 'is taken', other: 'x' };
  expect(fieldErrors(status(409, { fields }), ['name'])).toEqual([['name', 'is taken']]);
  expect(fieldErrors(status(500, { fields }), ['name'])).toEqual([]);
  expect(fieldErrors(new TypeError('x'), ['name'])).toEqual([]);
});
