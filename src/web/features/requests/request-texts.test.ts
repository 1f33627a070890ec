import { expect, it } from 'vitest';
import type { RequestEnd, RequestLogEntry } from '#client/request-log.ts';
import {
  durationText,
  headerLines,
  idOf,
  outcomeOf,
  shownBody,
  toJson,
} from '#web/features/requests/request-texts.ts';
import { makeRequestEntry, makeResponse } from '#web/test/request-entry.ts';

const entry = (end?: Partial<RequestEnd>, more: Partial<RequestLogEntry> = {}) =>
  makeRequestEntry(end, {
    number: 7,
    startedAt: Date.parse('2026-03-01T12:00:00Z'),
    redact: (text) => text.replaceAll('secret', '••••'),
    ...more,
  });

it.each([
  [entry(), 'Under way', 'running'],
  [entry(makeResponse(200)), '200', 'done'],
  [entry({ failure: { kind: 'status', status: 429, fields: {} } }), '429', 'failed'],
  [entry({ failure: { kind: 'network' } }), 'No answer', 'failed'],
  [entry({ failure: { kind: 'timeout' } }), 'No answer in time', 'failed'],
  [entry({ failure: { kind: 'shape', issues: [] } }), 'Unreadable answer', 'failed'],
  [entry({ failure: { kind: 'cancelled' } }), 'Cancelled', 'cancelled'],
])('says in a few words what came of a request (%#)', (of, text, tone) => {
  expect(outcomeOf(of)).toEqual({ text, tone });
});

it('names a request by the id of the service, else by its number', () => {
  const failure = { kind: 'status', status: 500, fields: {}, operationId: 'op_1' } as const;
  expect(idOf(entry({ failure }))).toBe('op_1');
  expect(idOf(entry(makeResponse(200, { 'operation-id': 'op_secret' })))).toBe('op_••••');
  expect(idOf(entry())).toBe('#7');
});

it('writes out what cannot be seen, in headers and bodies', () => {
  expect(headerLines({ 'x-note': 'a\u202Eb' })).toBe('X-Note: a⟨U+202E⟩b');
  expect(shownBody('{"name":"a\u200Bb"}')).toBe('{\n  "name": "a⟨U+200B⟩b"\n}');
  expect(shownBody('no json\r\nat all')).toBe('no json\nat all');
});

it('says how long a request took', () => {
  expect([84.4, 999.6, 1234].map(durationText)).toEqual(['84 ms', '1.0 s', '1.2 s']);
});

it('exports the oldest first, without the key in any of its texts', () => {
  const told = entry(makeResponse(200, {}, '{"msg":"secret\u2028"}'), { body: 'secret' });
  const text = toJson([told, entry(undefined, { path: '/secret' })]);
  const [first, second] = JSON.parse(text);
  expect(first).toMatchObject({ path: '/••••', method: 'GET', base: 'https://api.test' });
  expect(second).toMatchObject({ body: '••••', started_at: '2026-03-01T12:00:00.000Z' });
  expect(second.end.response.body).toBe('{"msg":"••••\u2028"}');
  expect(text).not.toContain('secret');
});
