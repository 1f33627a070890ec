import * as fc from 'fast-check';

/** In texts, `{bot}` and the like stand for what is there. */
export type Known = Record<
  'bot' | 'edge' | 'route' | 'policy' | 'policy2' | 'host' | 'key',
  string
>;

/** One character of a text is one byte, but for the body. */
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

export function requestBytes(request: HostileRequest, known: Known): Buffer {
  const { method, target, headers, framing } = request;
  const fill = (text: string) =>
    text.replaceAll(
      /\{(bot|edge|route|policy2?|host|key)\}/g,
      (_, name) => known[name as keyof Known], // the pattern has no other names
    );
  const { before, repeat = '', times = 0, after = '', encoding } = request.body ?? { before: '' };
  const body = Buffer.from(fill(before) + repeat.repeat(times) + after, encoding);
  const framed = (line: string, ...parts: (Buffer | string)[]) =>
    Buffer.concat(
      [fill([`${method} ${target} HTTP/1.1`, ...headers, line, '', ''].join('\r\n')), ...parts].map(
        (part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part),
      ),
    );

  if (typeof framing === 'object') return framed(framing.broken, body);
  if (request.body === undefined && framing !== 'short') return framed('X-None: 1');
  if (framing === 'chunked') {
    const chunk = body.length === 0 ? [] : [`${body.length.toString(16)};x="y"\r\n`, body, '\r\n'];
    return framed('Transfer-Encoding: chunked', ...chunk, '0\r\n\r\n');
  }
  const more = { length: 0, short: 1, long: -1 }[framing];
  return framed(`Content-Length: ${Math.max(0, body.length + more)}`, body);
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
  '',
  ' ',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '\xff\xfe',
  '\u2028',
  '\ud800',
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

const MODULE = '/api/edges/https/{edge}/routes/{route}/ip_restriction';

const targets = fc.constantFrom('/api/bot_users', '/api/bot_users/{bot}', MODULE).chain((target) =>
  fc.oneof(
    fc.constant(target),
    spoiled(target),
    pieces.map((id) => target.replace(/\{\w+\}/, () => id)),
  ),
);
const elsewhere = oneOf(
  String.raw`http://{host}/api/bot_users http://evil.example/api/bot_users {host} * //{host}/api/bot_users
  ?limit=1 /api /api/ /api?x /API / /index.html /../../etc/passwd /%2e%2e/etc/passwd /% /assets/%ff
  /assets/../index.html /healthz /readyz?x=% /config.json /metrics file:///etc/passwd http://[::1
  http:// javascript:1 /api/openapi.json?x=1`,
);
const parameters = fc
  .constantFrom('limit=1', 'limit=100', 'before_id={bot}', `before_id=bot_${'z'.repeat(27)}`)
  .chain((parameter) => mostly(fc.constant(parameter), 2, spoiled(parameter)));
const queries = fc
  .array(parameters, { minLength: 1, maxLength: 4 })
  .map((all) => `?${all.join('&')}`);
const anyTarget = fc
  .tuple(mostly(targets, 6, elsewhere), mostly(fc.constant(''), 2, queries))
  .map((parts) => parts.join(''));

const methods: fc.Arbitrary<string> = fc.oneof(
  oneOf(
    'HEAD OPTIONS TRACE CONNECT PROPFIND PURGE M-SEARCH QUERY LINK get FOO PRI',
    '\x16\x03\x01',
  ),
  fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  spoiled('GET'),
);

const HEADERS = [
  'Host: {host}',
  'Authorization: Bearer {key}',
  'Service-Version: 2',
  'Content-Type: application/json',
];
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
/** One is missing, comes twice, stands beside another one or is spoiled. */
const anyHeaders: fc.Arbitrary<string[]> = fc
  .tuple(fc.nat({ max: HEADERS.length - 1 }), fc.constantFrom(...HEADERS, ...otherHeaders))
  .chain(([at, line]) =>
    mostly(
      fc.constant<string[]>([line]),
      3,
      spoiled(line).map((bad) => [bad]),
    ).chain((lines) =>
      fc.constantFrom(
        HEADERS.toSpliced(at, 1, ...lines),
        [...HEADERS, ...lines],
        HEADERS.toSpliced(at, 1),
      ),
    ),
  );

const lengths = ['0x10', '5, 5', '99999999999999999999999', '5\r\nContent-Length: 6'];
const codings = ['chunked, identity', 'gzip', 'xchunked', 'chunked\r\nTransfer-Encoding: identity'];
const framings: fc.Arbitrary<Framing> = fc.oneof(
  fc.constantFrom<Framing[]>('length', 'chunked', 'short', 'long'),
  fc
    .constantFrom(
      ...lengths.map((length) => `Content-Length: ${length}`),
      ...codings.map((coding) => `Transfer-Encoding: ${coding}`),
      'Content-Length : 5',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
    )
    .map((broken) => ({ broken })),
);

/** Any 16-bit units, so lone surrogates too. */
const units = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const names = fc.oneof(
  pieces,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: units, maxLength: 20 }),
);
const value = <T>(right: fc.Arbitrary<T>) =>
  mostly<unknown>(right, 6, fc.jsonValue({ maxDepth: 2 }));
const policies = fc.array(mostly(fc.constantFrom('{policy}', '{policy2}'), 4, names), {
  maxLength: 9,
});

/** Fields may be missing, and others may be there. */
const objectOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      mostly(fc.constant({}), 8, fc.dictionary(names, value(names), { maxKeys: 12 })),
    )
    .map((parts) => ({ before: JSON.stringify(Object.assign({}, ...parts)) }));

const active = value(fc.boolean());
const bodies = {
  create: objectOf({ name: value(names), active }),
  update: objectOf({ name: value(names), active, id: mostly(fc.constant('{bot}'), 4, names) }),
  replace: objectOf({ enabled: active, ip_policy_ids: value(policies) }),
};

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
  // As `binary` gives them, but that fills a table of a million characters first.
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
  oneOf(
    `{"name":"a","name":"b"} {"__proto__":1} {"name":"x"}// {'name':'x'} {"name":"x",} {}{}`,
    '\ufeff{"name":"bom"}',
  ),
);
const anyBody: fc.Arbitrary<HostileBody> = fc.oneof(
  ...Object.values(bodies),
  fc.record({ before: texts, encoding: fc.constantFrom('utf8', 'utf8', 'latin1', 'utf16le') }),
  large,
);

const right = (method: string, target: string, body?: fc.Arbitrary<HostileBody>) =>
  fc.record<HostileRequest>({
    method: fc.constant(method),
    target: fc.constant(target),
    headers: fc.constant(HEADERS),
    framing: fc.constantFrom<Framing[]>('length', 'chunked'),
    body: body === undefined ? fc.constant(undefined) : mostly<HostileBody>(body, 4, anyBody),
  });

/** Requests that are right, but for their bodies perhaps. */
const aimed = fc.oneof(
  { weight: 4, arbitrary: right('POST', '/api/bot_users', bodies.create) },
  { weight: 3, arbitrary: right('PATCH', '/api/bot_users/{bot}', bodies.update) },
  { weight: 3, arbitrary: right('PUT', MODULE, bodies.replace) },
  ...['/api/bot_users', '/api/bot_users/{bot}', MODULE].map((target) => right('GET', target)),
  ...['/api/bot_users/{bot}', MODULE].map((target) => right('DELETE', target)),
);

/** Right in all parts but one. */
const wrongOnce = fc
  .tuple(
    aimed,
    fc.oneof<fc.Arbitrary<Partial<HostileRequest>>[]>(
      fc.record({ method: methods }),
      fc.record({ target: anyTarget }),
      fc.record({ headers: anyHeaders }),
      fc.record({ framing: framings }),
    ),
  )
  .map(([request, part]) => ({ ...request, ...part }));

const wrongEverywhere = fc.record({
  method: methods,
  target: anyTarget,
  headers: anyHeaders,
  framing: framings,
  body: fc.option(anyBody, { nil: undefined }),
});

export const hostileRequests: fc.Arbitrary<HostileRequest> = fc
  .oneof(aimed, wrongOnce, wrongEverywhere)
  .map((request) => ({
    ...request,
    // An empty line ends the head. Node takes the end of the client's side for a goodbye when a body was to follow an upgrade.
    headers: request.headers.filter(
      (line) => line !== '' && (request.framing !== 'short' || !/upgrade/i.test(line)),
    ),
  }));
