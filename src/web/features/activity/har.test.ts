import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BODY_MAX, type RequestLogEntry } from '#client/request-log.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import {
  response,
  anyEntry,
  ended,
  entry,
  refused,
} from '#web/features/activity/request.test.helper.ts';
import * as har from '#web/features/activity/har.ts';

const toHar = (entries: RequestLogEntry[]) => har.toHar(entries, testConfig());

const size = z.int().check(z.minimum(-1));
const comment = z.optional(z.string());
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string(), comment }));

/** http://www.softwareishard.com/blog/har-12-spec: what is required, and nothing that is not named there. */
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), comment }),
    comment,
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: z.number().check(z.minimum(0)),
        request: z.strictObject({
          method: z.string(),
          url: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: pairs,
          queryString: pairs,
          headersSize: size,
          bodySize: size,
          postData: z.optional(z.strictObject({ mimeType: z.string(), text: z.string() })),
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.never()),
          headers: pairs,
          content: z.strictObject({
            size: z.int().check(z.minimum(0)),
            mimeType: z.string(),
            text: z.optional(z.string()),
            comment,
          }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          send: z.number().check(z.minimum(0)),
          wait: z.number().check(z.minimum(0)),
          receive: z.number().check(z.minimum(0)),
        }),
        comment,
      }),
    ),
  }),
});

const read = (text: string) => Har.parse(JSON.parse(text)).log;

it('says of a request what was sent, with dots for the key', () => {
  const { entries } = read(
    toHar([
      entry({
        method: 'PATCH',
        path: '/bot_users/b%2F1?dry=a%20b&dry=2',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"ä"}',
      }),
    ]),
  );
  expect(entries[0]?.request).toMatchObject({
    method: 'PATCH',
    url: 'https://api.test/api/bot_users/b%2F1?dry=a%20b&dry=2',
    headers: [
      { name: 'Authorization', value: 'Bearer ••••' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    queryString: [
      { name: 'dry', value: 'a b' },
      { name: 'dry', value: '2' },
    ],
    bodySize: 13,
    postData: { mimeType: 'application/json', text: '{"name":"ä"}' },
  });
});

it('has the oldest first, and says when and how long', () => {
  const { entries } = read(
    toHar([entry({ number: 2, startedAt: 2000 }), entry({ startedAt: 1000 })]),
  );
  expect(entries.map(({ startedDateTime }) => startedDateTime)).toEqual([
    '1970-01-01T00:00:01.000Z',
    '1970-01-01T00:00:02.000Z',
  ]);
  expect(entries[0]).toMatchObject({ time: 84, timings: { send: 0, wait: 84, receive: 0 } });
});

it('says that the kept body is a part of a longer one', () => {
  const long = { ...response('x'.repeat(BODY_MAX)), bodyLength: 1_258_291 };
  const { entries } = read(toHar([entry({ end: ended({ response: long }) })]));
  expect(entries[0]?.response.content).toMatchObject({
    size: 1_258_291,
    comment: 'The first 10 kB of 1.2 MB',
  });
});

it('tells a refusal and a silence in the comments', () => {
  const silent = { durationMs: 5, deviations: [], failure: { kind: 'timeout', afterMs: 15_000 } };
  const { entries } = read(
    toHar([entry({ end: silent as never }), entry({ end: refused(429), attempt: 2 })]),
  );
  expect(entries[0]?.comment).toMatch(/^429 Too many requests, attempt 2\. .*“no”/);
  expect(entries[1]?.comment).toMatch(/^Timed out, attempt 1\./);
  expect(entries[1]?.response.status).toBe(0);
});

it('is an archive for whatever was recorded, exact and without a sign that cannot be seen', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 3 }), (entries) => {
      const text = toHar(entries);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      const bodies = read(text).entries.map((each) => each.response.content.text ?? '');
      expect(bodies).toEqual(entries.toReversed().map(({ end }) => end?.response?.body ?? ''));
    }),
  );
});

it('also has them as JSON, as they are kept', () => {
  const kept = [entry({ number: 2, startedAt: 5 }), entry({ number: 1, startedAt: 0 })];
  expect(JSON.parse(har.toJson(kept))).toEqual([
    { ...kept[1], startedAt: '1970-01-01T00:00:00.000Z' },
    { ...kept[0], startedAt: '1970-01-01T00:00:00.005Z' },
  ]);
});
