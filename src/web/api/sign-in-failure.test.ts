import { expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { isKeyValid, signInFailure } from '#web/api/sign-in-failure.ts';
import '#web/test/config.ts';
import { makeRefusal as status } from '#web/test/request-entry.ts';

function shown(failure: ApiFailure) {
  const { title, text, waitMs, atField } = signInFailure(new ApiError('x', failure));
  return { title, text, ...(waitMs > 0 && { waitMs }), ...(atField && { atField }) };
}

it('judges the key by a 401 without a code that it knows, and nothing else', () => {
  expect(shown(status(401))).toEqual({
    title: 'This key was not accepted',
    text: 'The service answered 401. Check that you pasted the whole key and that it has not been revoked.',
    atField: true,
  });
  expect(shown(status(503))).toEqual({
    title: 'The service has a problem',
    text: 'It answered 503. Your key was not checked.',
  });
  expect(shown(status(400)).title).toBe('The service did not accept the request');
  expect(shown(status(400, { code: 'ERR_X_218' })).text).toContain('for version 2.');
});

it.each([
  ['ERR_NGROK_203', 'This key was not accepted', true],
  ['ERR_NGROK_206', 'This is an authtoken, not an API key', true],
  ['ERR_NGROK_208', 'This is the id of an API key, not the key', true],
  ['ERR_NGROK_204', 'This account may not use the API', undefined],
  ['ERR_NGROK_247', 'This account has unpaid bills', undefined],
  ['ERR_NGROK_220', 'Your network address is not allowed', undefined],
  ['VERSION_MISSING', 'The service did not accept the version', undefined],
  ['ERR_NGROK_226', 'Too many attempts', undefined],
  ['ENDPOINT_NOT_FOUND', 'This does not look like the management API', undefined],
])('tells %s apart, whichever refusal it comes with', (code, title, atField) => {
  for (const answer of [status(400, { code }), status(401, { code }), status(403, { code })]) {
    expect(shown(answer).title).toBe(title);
    expect(shown(answer).atField).toBe(atField);
  }
});

it('takes an answer for another program by its status alone, or as a web page of something in between', () => {
  for (const code of [404, 405])
    expect(shown(status(code))).toEqual({
      title: 'This does not look like the management API',
      text: `api.test answered ${code}, not with a list of bot users.`,
    });
  const page = { isWebPage: true } as const;
  for (const code of [400, 401, 403, 404])
    expect(shown(status(code, page))).toEqual({
      title: 'This does not look like the management API',
      text: `api.test answered ${code} with a web page, not with a list of bot users.`,
    });
  expect(shown(status(429, page)).title).toBe('Too many attempts');
  expect(shown(status(502, page)).title).toBe('The service has a problem');
});

it('tells no answer, a late answer, half an answer and a strange one apart', () => {
  const unreachable = status(502, { code: 'UPSTREAM_UNREACHABLE' });
  for (const failure of [
    { kind: 'network' },
    { kind: 'network', status: 200 },
    unreachable,
  ] as const)
    expect(shown(failure).title).toBe('The service could not be reached');
  expect(shown({ kind: 'timeout' }).title).toBe('The service did not answer in time');
  // In the words that all failures have.
  expect(shown(unreachable).text).toBe('No answer from api.test.');
  expect(shown({ kind: 'shape', issues: [] })).toEqual({
    title: 'This does not look like the management API',
    text: 'api.test answered, but not with a list of bot users.',
  });
});

it('waits as long as the service asks, whatever it answers', () => {
  const waiting = { retryAfterMs: 6500 };
  expect(shown(status(429, waiting))).toEqual({
    title: 'Too many attempts',
    text: 'The service asks to wait 7 s.',
    waitMs: 6500,
  });
  expect(shown({ kind: 'paused', ...waiting })).toEqual(shown(status(429, waiting)));
  expect(shown(status(503, waiting)).waitMs).toBe(6500);
});

it('knows a valid key by what is refused to it, as where the plan has no bot users', () => {
  const isValid = (...of: Parameters<typeof status>) =>
    isKeyValid(new ApiError('x', status(...of)));
  expect(isValid(403)).toBe(true);
  for (const code of ['KEY_READ_ONLY', 'ERR_NGROK_4111', 'ERR_NGROK_4119'])
    expect(isValid(403, { code })).toBe(true);
  expect(isValid(403, { code: 'ERR_NGROK_205' })).toBe(false);
  expect(isValid(403, { isWebPage: true })).toBe(false);
  expect(isValid(401)).toBe(false);
});
