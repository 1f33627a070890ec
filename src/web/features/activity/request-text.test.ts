import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedactor } from '#client/redact.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import {
  curlOfEntry,
  cutText,
  durationText,
  failureReason,
  headerLines,
  idOf,
  requestHeaders,
  shownBody,
  sizeText,
  toJson,
} from '#web/features/activity/request-text.ts';
import {
  anyEntry,
  ended,
  entry,
  refused,
  response,
} from '#web/features/activity/request.test.helper.ts';

const config = testConfig({ api_base: 'https://api.test/api' });

it('names a request by the id of the service, else by its number', () => {
  const withId = { ...response(), operationId: 'op_1' };
  expect(idOf(entry({ end: ended({ response: withId }) }))).toBe('op_1');
  expect(idOf(entry({ number: 12 }))).toBe('#12');
});

it('takes the id out of a refusal, where its operator has put it', () => {
  const failure = { kind: 'status', status: 500, fields: {}, operationId: 'op_2\u202e' } as const;
  expect(idOf(entry({ end: ended({ failure }) }))).toBe('op_2⟨U+202E⟩');
});

it('gives the reason of a failure, and none for what worked or was given up', () => {
  expect(failureReason(entry({ end: refused(404) }), config)).toContain('“no”');
  expect(failureReason(entry(), config)).toBeUndefined();
  const cancelled = ended({ failure: { kind: 'cancelled' } });
  expect(failureReason(entry({ end: cancelled }), config)).toBeUndefined();
});

it('writes out where a request went that did not go to the API', () => {
  expect(curlOfEntry(entry(), config)).toContain('"$BASE_URL/bot_users?limit=100"');
  const beside = entry({ base: 'https://api.test', path: '/inventory/routes' });
  expect(curlOfEntry(beside, config)).toContain('curl -X GET "https://api.test/inventory/routes"');
});

it('shows the headers as they were sent, with dots for the key', () => {
  expect(headerLines(requestHeaders(entry()))).toBe(
    'Authorization: Bearer ••••\nAccept: application/json\nService-Version: 2',
  );
});

it('writes a header that would make two lines in one', () => {
  expect(headerLines([['x', 'a\nb\u202e']])).toBe('x: a⟨U+000A⟩b⟨U+202E⟩');
});

it('shows JSON in lines and anything else as it came', () => {
  expect(shownBody('{"a":"\u202e"}')).toBe('{\n  "a": "⟨U+202E⟩"\n}');
  expect(shownBody('<p>\r\n\tx\0</p>')).toBe('<p>\n  x⟨U+0000⟩</p>');
});

it.each([
  [84.4, '84 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [15_000, '15.0 s'],
])('says %d ms as %s', (ms, text) => expect(durationText(ms)).toBe(text));

it.each([
  [812, '812 B'],
  [10_240, '10 kB'],
  [1_258_291, '1.2 MB'],
])('says the size %d as %s', (characters, text) => expect(sizeText(characters)).toBe(text));

it('says that a body was cut only when it was', () => {
  expect(cutText(response('x'.repeat(10_240)))).toBeUndefined();
  expect(cutText({ ...response(), bodyLength: 10_241 })).toBe('The first 10 kB of 10 kB');
});

it('does not tell a silence of then by the connection of now', () => {
  const end = { durationMs: 1, failure: { kind: 'network' } as const };
  expect(failureReason(entry({ end }), config)).toBe(
    'No answer from api.test. We do not know if the request arrived.',
  );
});

it('exports the requests as they are kept, the oldest first', () => {
  const kept = [entry({ number: 2, startedAt: 5 }), entry({ number: 1, startedAt: 0 })];
  const [newest, oldest] = JSON.parse(JSON.stringify(kept)) as typeof kept; // as a file holds them
  expect(JSON.parse(toJson(kept))).toEqual([
    { ...oldest, startedAt: '1970-01-01T00:00:00.000Z' },
    { ...newest, startedAt: '1970-01-01T00:00:00.005Z' },
  ]);
});

it('exports whatever was recorded, exact and without a sign that cannot be seen', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 3 }), (entries) => {
      const text = toJson(entries);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      const read = JSON.parse(text) as typeof entries; // as it was written
      expect(read.map(({ end }) => end?.response?.body)).toEqual(
        entries.toReversed().map(({ end }) => end?.response?.body),
      );
    }),
  );
});

it('shows, copies and exports no key that was typed or quoted', () => {
  const key = 'secret-key-0123456789';
  const kept = entry({
    path: `/bot_users/${key}`,
    headers: { 'if-match': `"${key}"` },
    body: JSON.stringify({ name: key }),
    redact: createRedactor(key),
    end: ended({ response: { ...response(`{"msg":"${key}"}`), headers: { 'x-echo': key } } }),
  });
  for (const text of [toJson([kept]), curlOfEntry(kept, config)]) {
    expect(text).toContain('••••');
    expect(text).not.toContain(key);
  }
});
