// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { applyFailureOf } from '#web/features/routes/queries.ts';

beforeAll(() => setConfig(testConfig()));
vi.stubGlobal('navigator', { onLine: true });

const wanted = { enabled: true, ip_policy_ids: ['ipp_1', 'ipp_12', 'ipp_3'] };
const of = (failure: ApiFailure) => applyFailureOf(new ApiError('', failure), wanted);
const refusal = (status: number, text: string, fields: Record<string, string> = {}) =>
  of({ kind: 'status', status, text, fields });

it('puts the words of the service at the ids that have a field', () => {
  const fields = {
    ip_policy_ids: 'Unknown: ipp_1, ipp_3',
    'ip_policy_ids.ipp_3': 'No such policy',
  };
  expect(refusal(400, 'Unknown', fields)).toEqual({
    kind: 'unknown-ids',
    texts: { ipp_3: 'No such policy' },
  });
  expect(refusal(400, '', { ipp_1: 'Gone' })).toEqual({
    kind: 'unknown-ids',
    texts: { ipp_1: 'Gone' },
  });
});

it('finds ids in a sentence, and only whole ones', () => {
  const texts = { ipp_12: 'The service does not accept this IP policy' };
  expect(refusal(400, "The IP policy 'ipp_12' was not found.")).toEqual({
    kind: 'unknown-ids',
    texts,
  });
  expect(refusal(422, 'no', { ip_policy_ids: 'ipp_12 is unknown' })).toEqual({
    kind: 'unknown-ids',
    texts,
  });
});

it.each<ApiFailure>([
  { kind: 'network' },
  { kind: 'timeout', afterMs: 15_000 },
  { kind: 'shape', issues: [] },
  { kind: 'status', status: 502, fields: {} },
])('does not know what became of the request after %j', (failure) => {
  expect(of(failure).kind).toBe('unsure');
});

it('has the code and the request of what it does not know behind its text', () => {
  const details = { text: 'away', code: 'AWAY', operationId: 'op_1', fields: {} };
  expect(of({ kind: 'status', status: 503, ...details })).toEqual({
    kind: 'unsure',
    text: 'The service answered 503.',
    details: expect.stringContaining('Code AWAY\nRequest id op_1\nIt says: “away”'),
  });
});

it('knows that a refused request changed nothing', () => {
  expect(of({ kind: 'status', status: 401, code: 'NO', fields: {} })).toEqual({
    kind: 'refused',
    text: 'The key was refused. Apply again.',
    details: expect.any(String),
  });
  // The address is refused, not the key: no dialog opens, and signing in again would not help.
  const address = { kind: 'status', status: 401, code: 'ERR_X_220', text: 'no ipp_1', fields: {} };
  expect(of(address as ApiFailure)).toEqual({
    kind: 'refused',
    text: 'This key may not be used from your network address.',
    details: expect.stringContaining('“no ipp_1”'),
  });
  expect(refusal(403, 'no ipp_1').kind).toBe('refused');
  expect(of({ kind: 'offline' })).toEqual({ kind: 'refused', text: 'Not sent: you were offline.' });
});
