import * as fc from 'fast-check';

/**
 * What is said about the body: the truth, or less or more than comes.
 * `broken`: a head that must be refused without waiting for anything.
 */
export type Framing = 'length' | 'chunked' | 'short' | 'long' | { broken: string };

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** Mostly as it should be, so that the rest of the request is looked at as well. */
const mostly = (good: string, ...others: string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant([good]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...others).map((line) => (line ? line.split('\n') : [])),
    },
  );

const otherHeaders = fc.constantFrom(
  ...lines(`
    Expect: 100-continue
    Expect: 200-maybe
    If-Match: *
    If-Match: "
    If-None-Match: *
    Connection: close
    __proto__: x
    Content-Encoding: gzip
    Accept-Encoding: x, *;q=0
    : x
    X:`),
  `If-Match: ${'"a",'.repeat(3_000)}`,
  `If-None-Match: ${'W/"'.repeat(4_000)}`,
  'If-Match: "x"\r\nIf-Match: W/"y"',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Cookie: \xff\xfe',
  'X: \0',
  'X: a\r\n folded',
  'X: a\rY: b',
  `X: ${'x'.repeat(17_000)}`,
  'a:\r\n'.repeat(3_000) + 'b: c',
);

export const hostileHeaders = fc
  .tuple(
    mostly(
      'Host: {host}',
      '',
      'Host: evil.example',
      'Host: {host}\nHost: evil.example',
      'Host: {host}/x',
      'Host: \xff',
    ),
    mostly(
      'Authorization: Bearer {key}',
      '',
      'authorization: BEARER   {key}',
      'Authorization: Bearer {key}\nAuthorization: Bearer wrong',
      `Authorization: Bearer ${'k'.repeat(12_000)}`,
      `Authorization: Bearer${' '.repeat(12_000)}x`,
      'Authorization: Bearer \xff',
      'Authorization: Bearer __proto__',
    ),
    mostly(
      'Service-Version: 2',
      '',
      'Service-Version: 2\nService-Version: 2',
      'Service-Version: \xb2',
      `Service-Version: ${'2'.repeat(12_000)}`,
    ),
    mostly(
      'Content-Type: application/json',
      '',
      'Content-Type: application/json; charset=utf-16',
      'Content-Type: application/json;;;',
      'Content-Type: a/b\nContent-Type: application/json',
      `Content-Type: application/json${';'.repeat(9_000)}`,
      'Content-Type: */*',
    ),
    fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.array(otherHeaders, { maxLength: 3 })),
  )
  .map((found) => found.flat());

export const hostileMethods = fc.oneof(
  { weight: 16, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'HEAD OPTIONS TRACE CONNECT PROPFIND PURGE M-SEARCH QUERY LINK get FOO PRI'.split(' '),
      '',
      'GE T',
      'G\0T',
      '\x16\x03\x01',
      'G'.repeat(20_000),
    ),
  },
);

export const hostileFramings: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom('length', 'length', 'chunked') },
  { weight: 1, arbitrary: fc.constantFrom('short', 'long') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ...lines(`
          Content-Length: 0x10
          Content-Length: 5, 5
          Content-Length : 5
          Content-Length: 99999999999999999999999
          Transfer-Encoding: chunked, identity
          Transfer-Encoding: gzip
          Transfer-Encoding: xchunked`),
        'Content-Length: 5\r\nContent-Length: 6',
        'Content-Length: 5\r\nTransfer-Encoding: chunked',
        'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      )
      .map((broken) => ({ broken })),
  },
);
