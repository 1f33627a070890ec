import { expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { because, detailsOf, fieldError, reasonOf, type Tried } from '#web/api/failure-text.ts';
import { signInFailure } from '#web/api/sign-in-failure.ts';
import '#web/test/config.ts';
import { makeRefusal } from '#web/test/request-entry.ts';

const failed = (failure: ApiFailure) => new ApiError('failed', failure);
const status = (...refusal: Parameters<typeof makeRefusal>) => failed(makeRefusal(...refusal));

const brokenOff = failed({ kind: 'network', status: 200 });

it.each<[ApiError, string, Tried?]>([
  [failed({ kind: 'network' }), 'No answer from api.test. Check your connection, then try again.'],
  [failed({ kind: 'offline' }), 'Not sent: you were offline.'],
  [failed({ kind: 'timeout' }), 'No answer within 15 seconds. Try again.'],
  [
    failed({ kind: 'shape', issues: ['The answer is a redirect, which is not followed'] }),
    'The service answered in a way this app does not know. The answer is a redirect, which is not followed.',
  ],
  [brokenOff, 'The service answered 200, but the answer broke off. Try again.'],
  [
    failed({ kind: 'paused', retryAfterMs: 3_599_000 }),
    'Not sent: the limit of the service is reached. Try again in 60 min.',
  ],
  [
    status(429, { retryAfterMs: 6100, code: 'RATE_LIMITED' }),
    'The service answered 429. The service asks to wait 7 s.',
  ],
  [status(429), 'The service answered 429. The service asks to wait a moment.'],
  // A Gatehouse in front of a service speaks for itself.
  [status(502, { code: 'UPSTREAM_LOST' }), 'No answer from api.test.', 'unsure'],
  [status(400, { code: 'ERR_X_7025' }), 'The service asks for one IP policy at least.'],
  [status(404, { isWebPage: true }), 'The service answered 404. The answer is a web page.'],
  // Data is called unharmed only after a read.
  [status(503), 'The service answered 503. Your data is not affected.', 'read'],
  [status(503), 'The service answered 503.'],
  [status(403), 'The service answered 403. This key may not do that.', 'read'],
  // Nobody is told to repeat a change that may have happened.
  [failed({ kind: 'timeout' }), 'No answer within 15 seconds.', 'unsure'],
  [failed({ kind: 'network' }), 'No answer from api.test.', 'unsure'],
  [brokenOff, 'The service answered 200, but the answer broke off.', 'unsure'],
])('says why: %s, "%s"', (error, sentence, tried) => {
  expect(reasonOf(error, tried)).toBe(sentence);
});

it('says what was not done and why, in one sentence', () => {
  const offline = () => because('Not saved', reasonOf(failed({ kind: 'offline' })));
  expect(offline()).toBe('Not sent: you were offline.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(offline()).toBe('Not sent: you are offline.');
  expect(reasonOf(failed({ kind: 'network' }))).toBe('You are offline.');
});

it('has codes, ids and the words of the service behind "Details", one line each', () => {
  const error = status(422, {
    text: 'not \u202Eright\nat all',
    code: 'A\u200B',
    operationId: 'op_\u0007',
    fields: { colour: 'No such colour' },
  });
  expect(detailsOf(error)?.split('\n')).toEqual([
    'The service answered 422.',
    'Code A⟨U+200B⟩',
    'Request id op_⟨U+0007⟩',
    'It says: “not ⟨U+202E⟩right⟨U+000A⟩at all”',
    'colour: No such colour',
    expect.stringMatching(/^Time \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    'Service api.test',
  ]);
  const unreadable = failed({
    kind: 'shape',
    status: 200,
    issues: ['x is missing'],
    operationId: 'op_2',
  });
  expect(detailsOf(unreadable)).toContain('x is missing\nRequest id op_2\n');
  const redirect = detailsOf(failed({ kind: 'shape', issues: [] }));
  expect(redirect).toMatch(/^The service answered with a redirect\.$/m);
});

it('has no details where no response came', () => {
  for (const error of [failed({ kind: 'network' }), failed({ kind: 'offline' }), new Error('x')])
    expect(detailsOf(error)).toBeUndefined();
});

it('cuts each line of the details', () => {
  const long = 'x'.repeat(1000);
  const details = detailsOf(status(400, { text: long, code: long, fields: { [long]: long } }));
  for (const line of details?.split('\n') ?? []) expect(line.length).toBeLessThan(330);
});

it('keeps codes, ids and the words of the service out of each sentence, also of the sign-in page', () => {
  for (const code of ['NAME_OF_CAUSE', 'ERR_X_203', 'ERR_X_226'])
    for (const refusal of [400, 403, 503]) {
      const rest = { code, text: 'own words of the service', operationId: 'op_of_request' };
      const error = status(refusal, rest);
      const { title, text, details } = signInFailure(error);
      const reasons = (['read', 'change', 'unsure'] as const).map((tried) =>
        reasonOf(error, tried),
      );
      expect([title, text, ...reasons].join(' ')).not.toMatch(/[A-Z]+_|op_|own words/);
      expect(details).toContain('Request id op_of_request');
    }
});

it('finds the refused field of a form, and only in a refusal', () => {
  const fields = { name: 'is taken', other: 'x' };
  expect(fieldError(status(409, { fields }), 'name')).toBe('is taken');
  expect(fieldError(status(500, { fields }), 'name')).toBeUndefined();
  expect(fieldError(new TypeError('x'), 'name')).toBeUndefined();
});
