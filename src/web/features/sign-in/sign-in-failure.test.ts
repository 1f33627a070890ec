import { expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '#client/api-error.ts';
import { signInFailure } from '#web/features/sign-in/sign-in-failure.ts';

const status = (code: number, words: { text?: string } = {}): ApiFailure => ({
  kind: 'status',
  status: code,
  fields: {},
  ...words,
});
const titleOf = (failure: ApiFailure) => signInFailure(new ApiError('x', failure), 'h').title;

it('judges the key only by a 401', () => {
  expect(signInFailure(new ApiError('x', status(401)), 'h')).toMatchObject({
    title: 'This key was not accepted',
    atField: true,
  });
  expect(titleOf(status(503))).toBe('The service has a problem');
  expect(titleOf(status(400))).toBe('The service did not accept the request');
});

it('adds the words of a service that has a problem, and only where there are any', () => {
  const text = 'The service behind this dashboard redirects';
  expect(signInFailure(new ApiError('x', status(502, { text })), 'h').text).toBe(
    `It answered 502. Your key was not judged. It says: “${text}”`,
  );
  expect(signInFailure(new ApiError('x', status(502)), 'h').text).toBe(
    'It answered 502. Your key was not judged.',
  );
});

it('tells no answer, a late answer and a strange answer apart', () => {
  expect(titleOf({ kind: 'network' })).toBe('The service could not be reached');
  expect(titleOf({ kind: 'timeout', afterMs: 15_000 })).toBe('The service did not answer in time');
  expect(titleOf({ kind: 'shape', issues: [] })).toBe('This does not look like the management API');
});

it('waits as long as the service asks', () => {
  const failure = { ...status(429), retryAfterMs: 6500 };
  expect(signInFailure(new ApiError('x', failure), 'h')).toEqual({
    title: 'Too many attempts',
    text: 'The service asks to wait 7 s.',
    waitMs: 6500,
  });
});
