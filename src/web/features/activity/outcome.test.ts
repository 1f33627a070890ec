import { expect, it } from 'vitest';
import type { RequestEnd } from '#client/request-log.ts';
import { response, ended, entry, refused } from '#web/features/activity/request.test.helper.ts';
import { isFailed, outcomeOf } from '#web/features/activity/outcome.ts';

const silent = (failure: NonNullable<RequestEnd['failure']>): RequestEnd => ({
  durationMs: 1,
  failure,
});
const unreadable = (status: number) =>
  ended({ response: response('', status), failure: { kind: 'shape', status, issues: [] } });

it.each<[string, string, RequestEnd]>([
  ['200 OK', 'done', ended()],
  ['204 No content', 'done', ended({ response: response('', 204) })],
  ['206 Success', 'done', ended({ response: response('', 206) })],
  ['429 Too many requests', 'refused', refused(429)],
  ['418 Refused', 'refused', refused(418)],
  ['502 Bad gateway', 'failed', refused(502)],
  ['999', 'failed', refused(999)],
  ['No answer', 'failed', silent({ kind: 'network' })],
  ['200 Broke off', 'failed', silent({ kind: 'network', status: 200 })],
  ['Timed out', 'failed', silent({ kind: 'timeout', afterMs: 15_000 })],
  ['Cancelled', 'cancelled', silent({ kind: 'cancelled' })],
  ['200 Not readable', 'failed', unreadable(200)],
  ['302 Redirect', 'failed', unreadable(302)],
  // Of a redirect browsers tell nothing.
  [
    'Redirect',
    'failed',
    ended({ response: response('', 0), failure: { kind: 'shape', issues: [] } }),
  ],
])('says %s', (text, tone, end) => {
  expect(outcomeOf(entry({ end }))).toEqual({ text, tone });
});

it('says that it is under way until it has ended', () => {
  const { end, ...begun } = entry();
  expect(outcomeOf(begun)).toEqual({ text: 'Under way', tone: 'under-way' });
  expect(end && isFailed(begun)).toBe(false);
});

it('counts what nobody waited for as no failure', () => {
  expect(isFailed(entry({ end: silent({ kind: 'cancelled' }) }))).toBe(false);
  expect(isFailed(entry({ end: refused(404) }))).toBe(true);
});
