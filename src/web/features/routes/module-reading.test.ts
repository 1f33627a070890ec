import { expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { withTag } from '#client/etag.ts';
import {
  readingOf,
  readingOfError,
  seenOf,
  seenOfError,
} from '#web/features/routes/module-reading.ts';

const refusal = (status: number, code?: string) =>
  new ApiError('', { kind: 'status', status, fields: {}, ...(code !== undefined && { code }) });
const failure = (given: ApiFailure) => new ApiError('', given);

it.each([
  ['EDGE_NOT_FOUND', { kind: 'no-route', missing: 'edge' }],
  ['ROUTE_NOT_FOUND', { kind: 'no-route', missing: 'route' }],
  ['MODULE_NOT_FOUND', { kind: 'none', routeExists: true }],
  ['ERR_222', { kind: 'none', routeExists: false }],
  [undefined, { kind: 'none', routeExists: false }],
])('reads a 404 with code %s', (code, reading) => {
  expect(readingOfError(refusal(404, code), 1)).toEqual({ ...reading, read_at: 1 });
});

it('takes no other failure for a reading', () => {
  expect(readingOfError(refusal(403), 1)).toBeUndefined();
  expect(readingOfError(new Error('x'), 1)).toBeUndefined();
  // Of a proxy that knows no routes: read as "no module", a protected route would stand there as open.
  const webPage = { kind: 'status', status: 404, fields: {}, isWebPage: true } as const;
  expect(readingOfError(failure(webPage), 1)).toBeUndefined();
  expect(seenOfError(failure(webPage), 1)).toEqual({ state: 'failed', read_at: 1 });
});

it('drops repeated policies of an answer', () => {
  const ref = { id: 'a', uri: '' };
  const reading = readingOf({ enabled: true, ip_policies: [ref, ref] }, 1);
  expect(reading).toEqual({ kind: 'module', module: { enabled: true, ids: ['a'] }, read_at: 1 });
  expect(seenOf(reading)).toEqual({
    state: 'module',
    enabled: true,
    policy_ids: ['a'],
    read_at: 1,
  });
});

it('asks for the tag of an answer, and for no field of its body', () => {
  const answer = { enabled: true, ip_policies: [], etag: '"body"' };
  expect(readingOf(answer, 1).condition).toBeUndefined();
  withTag(answer, '"1"');
  expect(readingOf(answer, 1).condition).toEqual({ ifMatch: '"1"' });
});

it('learns about the route only from answers about the route', () => {
  expect(seenOfError(refusal(403), 1)?.state).toBe('forbidden');
  expect(seenOfError(refusal(401, 'ERR_X_635'), 1)?.state).toBe('forbidden');
  for (const code of ['ERR_X_205', 'ERR_X_220', 'ERR_X_247'])
    expect(seenOfError(refusal(403, code), 1)).toBeUndefined();
  expect(seenOfError(refusal(500), 1)?.state).toBe('failed');
  expect(seenOfError(failure({ kind: 'shape', issues: [] }), 1)?.state).toBe('failed');
  expect(seenOfError(refusal(429), 1)).toBeUndefined();
  expect(seenOfError(failure({ kind: 'network' }), 1)).toBeUndefined();
  expect(seenOfError(failure({ kind: 'timeout', afterMs: 1 }), 1)).toBeUndefined();
});
