import * as fc from 'fast-check';

/** In texts, `{bot}` and the like stand for what is there. One character is one byte, but for the body. */
export interface HostileRequest {
  method: string;
  target: string;
  headers: string[];
  framing: Framing;
  body: HostileBody | undefined;
}

/** In parts, so that a large one is short to print. */
interface HostileBody {
  before: string;
  repeat?: string;
  times?: number;
  after?: string;
  encoding?: 'utf8' | 'latin1' | 'utf16le';
}

/**
 * What is said about the body: the truth, or less or more than comes.
 * `broken`: a head that must be refused without waiting for anything.
 */
type Framing = 'length' | 'chunked' | 'short' | 'long' | { broken: string };

export const MODULE = '/api/edges/https/{edge}/routes/{route}/ip_restriction';

export const fill = (text: string, known: Record<string, string>) =>
  text.replaceAll(/\{(bot|edge|route|policy|host|key)\}/g, (_, name) => known[name] ?? '');

export function requestBytes(request: HostileRequest, known: Record<string, string>): Buffer {
  const { method, target, headers, framing } = request;
  const { before, repeat = '', times = 0, after = '', encoding } = request.body ?? { before: '' };
  const body = Buffer.from(fill(before, known) + repeat.repeat(times) + after, encoding);
  const framed = (line: string, sent: Buffer | string = body) => {
    const head = [`${method} ${target} HTTP/1.1`, ...headers, line, '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(fill(head, known), 'latin1'), Buffer.from(sent)]);
  };

  if (typeof framing === 'object') return framed(framing.broken);
  if (request.body === undefined && framing !== 'short') return framed('X-None: 1');
  const more = { length: 0, chunked: 0, short: 1, long: -1 }[framing];
  if (framing !== 'chunked') return framed(`Content-Length: ${Math.max(0, body.length + more)}`);
  const chunk = [`${body.length.toString(16)};x="y"\r\n`, body, '\r\n0\r\n\r\n'];
  const chunks =
    body.length === 0 ? '0\r\n\r\n' : Buffer.concat(chunk.map((part) => Buffer.from(part)));
  return framed('Transfer-Encoding: chunked', chunks);
}

/** Mostly the first of two; one in `share` is the other. */
const mostly = <T>(good: fc.Arbitrary<T>, share: number, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: share - 1, arbitrary: good }, { weight: 1, arbitrary: other });

/** Alternatives that are written with blanks between them. */
const oneOf = (text: string, ...others: string[]) =>
  fc.constantFrom(...text.trim().split(/\s+/), ...others);

/** What means something to one of the programs and languages that a request goes through. */
const pieces = oneOf(
  String.raw`
  / // /. /.. /./ %2e %2E%2e/ ..;/ %252e%252e %2F %5c \ %00 % %z %zz %c0%ae %ed%a0%80 %ff %F0%9F%98%80
  ;x=1 # %23 ? %3f %0d%0aX:%20 + { } [ ] , : | ^ " ' <b> * @ $1 ${'${x}'} {{x}} ~ & = &limit=1 bot_
  __proto__ constructor toString \ud800 \u0000 \x41 0x1 NaN 1e999 -0 null true [] {} {"toString":"x"}
  W/"x" "a","b" identity gzip 99999999999999999999999 -1 2 \0 ' OR`,
  ...'|\t|\r|\n|\r\n| |\0|\xff\xfe|\u2028|\ud800'.split('|'),
  'a\r\nSet-Cookie: x=1\r\n\r\n<h1>',
  '\u202eevil \u00a0\ufeff\u3000',
  ...['/', ' ', ';', '&', 'a=1&', '%41', '"a",', '\u{1f600}'].map((text) => text.repeat(2_500)),
  'x'.repeat(17_000),
);

/** In a head an end of a line would begin another header, or another request. */
const headPieces = pieces.filter((piece) => !piece.includes('\n'));

/** With one piece more at any place, or in place of the rest. */
const spoiled = (text: string, from = headPieces) =>
  fc
    .tuple(from, fc.nat({ max: text.length }), fc.boolean())
    .map(([piece, at, isCut]) => text.slice(0, at) + piece + (isCut ? '' : text.slice(at)));

const methods = fc.oneof(
  oneOf('HEAD OPTIONS TRACE CONNECT PROPFIND QUERY LINK get FOO PRI', '\x16\x03\x01'),
  oneOf('GET POST PUT PATCH DELETE'),
  spoiled('GET'),
);

const targets = oneOf(`/api/bot_users /api/bot_users/{bot} ${MODULE}`).chain((target) =>
  fc.oneof(
    fc.constant(target),
    spoiled(target),
    spoiled(`${target}?limit=1&before_id={bot}`),
    pieces.map((id) => target.replace(/\{\w+\}/, () => id)),
  ),
);
const elsewhere = oneOf(
  String.raw`http://{host}/api/bot_users http://evil.example/api/bot_users {host} * //{host}/api/bot_users
  ?limit=1 /api /api/ /api?x /API / /index.html /../../etc/passwd /%2e%2e/etc/passwd /% /assets/%ff
  /assets/../index.html /healthz /readyz?x=% /config.json /metrics file:///etc/passwd http://[::1
  http:// javascript:1 /api/openapi.json?x=1`,
);

const HEADERS = [
  'Host: {host}',
  'Authorization: Bearer {key}',
  'Service-Version: 2',
  'Content-Type: application/json',
];
export const rightRequest: HostileRequest = {
  method: 'GET',
  target: '/api/bot_users?limit=1',
  headers: HEADERS,
  framing: 'length',
  body: undefined,
};
const otherHeaders = [
  'Host: evil.example',
  'Content-Type: application/json; charset=utf-16',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'If-Match: "x"\r\nIf-Match: W/"y"',
  'If-None-Match: *',
  'Connection: close',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Accept-Encoding: x, *;q=0',
  '__proto__: x',
  ': x',
  'X: a\r\n folded',
  `${'a:\r\n'.repeat(3_000)}b: c`,
];
/** One is missing, comes twice, stands beside another one or is spoiled; an empty line would end the head. */
const anyHeaders = fc
  .tuple(fc.nat({ max: HEADERS.length - 1 }), fc.constantFrom(...HEADERS, ...otherHeaders))
  .chain(([at, line]) =>
    mostly(fc.constant(line), 3, spoiled(line)).chain((lines) =>
      fc.constantFrom(
        HEADERS.toSpliced(at, 1, lines),
        [...HEADERS, lines],
        HEADERS.toSpliced(at, 1),
      ),
    ),
  )
  .map((lines) => lines.filter((line) => line !== ''));

const framings = fc.oneof(
  fc.constantFrom<Framing[]>('length', 'chunked', 'short', 'long'),
  fc.record({
    broken: fc.constantFrom(
      'Content-Length: 0x10',
      'Content-Length: 5, 5',
      'Content-Length: 99999999999999999999999',
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length : 5',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    ),
  }),
);

/** Any 16-bit units, so lone surrogates too. */
const units = fc.nat(0xffff).map((code) => String.fromCharCode(code));
const names = fc.oneof(pieces, fc.string({ unit: 'grapheme' }), fc.string({ unit: units }));
const value = (right: fc.Arbitrary<unknown>) => mostly(right, 6, fc.jsonValue({ maxDepth: 2 }));
const bots = fc.record(
  { name: value(names), active: value(fc.boolean()) },
  { requiredKeys: ['name'] },
);
const modules = fc.record(
  {
    enabled: value(fc.boolean()),
    ip_policy_ids: value(fc.array(mostly(fc.constant('{policy}'), 4, names), { maxLength: 9 })),
  },
  { requiredKeys: [] },
);
/** Other fields may be there. */
const bodyOf = (fields: fc.Arbitrary<object>) =>
  fc
    .tuple(fields, mostly(fc.constant({}), 8, fc.dictionary(names, value(names))))
    .map((parts): HostileBody => ({ before: JSON.stringify(Object.assign({}, ...parts)) }));

const MIB = 1024 * 1024;
const large = fc
  .record({
    before: fc.constantFrom('', '{"name":"', '{"', '{"name":', '{"ip_policy_ids":['),
    repeat: oneOf(String.raw`a [ 1, {}, {"a": \ud800 ","name":"`, ' ', '\0', '\ud83d\ude00'),
    size: fc.constantFrom(10_000, 80_000, MIB - 20, MIB, MIB + 1, 5 * MIB),
    after: fc.constantFrom('', '"}', ']', '1]}'),
  })
  .map(({ size, ...body }) => ({ ...body, times: Math.ceil(size / body.repeat.length) }));
const texts = fc.oneof(
  spoiled('{"name":"x","active":true}', pieces),
  spoiled('{"ip_policy_ids":["{policy}","{policy}"],"enabled":false}', pieces),
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: units }),
  oneOf(
    `{"name":"a","name":"b"} {"__proto__":1} {"name":"x"}// {'name':'x'} {"name":"x",} {}{}`,
    '\ufeff{"name":"bom"}',
  ),
);
const anyBody: fc.Arbitrary<HostileBody> = fc.oneof(
  bodyOf(bots),
  bodyOf(modules),
  fc.record({ before: texts, encoding: fc.constantFrom('utf8', 'utf8', 'latin1', 'utf16le') }),
  large,
);

type Aim = [method: string, target: string, body?: fc.Arbitrary<HostileBody>];

/** Requests that are right, but for their bodies perhaps. */
const aimed = mostly(
  fc.constantFrom<Aim[]>(
    ['POST', '/api/bot_users', bodyOf(bots)],
    ['PATCH', '/api/bot_users/{bot}', bodyOf(bots)],
    ['PUT', MODULE, bodyOf(modules)],
  ),
  3,
  fc.constantFrom<Aim[]>(
    ['GET', '/api/bot_users'],
    ['GET', '/api/bot_users/{bot}'],
    ['DELETE', '/api/bot_users/{bot}'],
    ['DELETE', MODULE],
  ),
).chain(([method, target, body]) =>
  fc.record<HostileRequest>({
    method: fc.constant(method),
    target: fc.constant(target),
    headers: fc.constant(HEADERS),
    framing: fc.constantFrom<Framing[]>('length', 'chunked'),
    body: body === undefined ? fc.constant(undefined) : mostly(body, 4, anyBody),
  }),
);

const wrong = {
  method: methods,
  target: mostly(targets, 6, elsewhere),
  headers: anyHeaders,
  framing: framings,
  body: fc.option(anyBody, { nil: undefined }),
};
const wrongOnce = fc
  .tuple(aimed, fc.record(wrong), fc.constantFrom('method', 'target', 'headers', 'framing'))
  .map(([request, other, part]) => ({ ...request, [part]: other[part] }));

export const hostileRequests: fc.Arbitrary<HostileRequest> = fc
  .oneof(aimed, wrongOnce, fc.record(wrong))
  // Node takes the end of the client's side for a goodbye when a body was to follow an upgrade.
  .filter(({ headers, framing }) => framing !== 'short' || !/upgrade/i.test(headers.join()));
