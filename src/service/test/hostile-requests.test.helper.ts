import * as fc from 'fast-check';
import {
  bodiesFor,
  bodyBytes,
  hostileBodies,
  type HostileBody,
} from '#service/test/hostile-bodies.test.helper.ts';
import {
  hostileFramings,
  hostileHeaders,
  hostileMethods,
  type Framing,
} from '#service/test/hostile-headers.test.helper.ts';
import {
  hostileTargets,
  MODULE,
  withParameters,
} from '#service/test/hostile-targets.test.helper.ts';

export interface HostileRequest {
  method: string;
  /** One character is one byte. */
  target: string;
  headers: string[];
  framing: Framing;
  body: HostileBody | undefined;
}

/** Ids and names of what is there, for the places that generators leave open. */
export type Known = Record<
  'bot' | 'edge' | 'route' | 'policy' | 'policy2' | 'host' | 'key',
  string
>;

export function requestBytes(request: HostileRequest, known: Known): Buffer {
  const { method, target, headers, framing } = request;
  const body = request.body === undefined ? Buffer.alloc(0) : fillBody(request.body, known);
  const head = fill([`${method} ${target} HTTP/1.1`, ...headers].join('\r\n'), known);
  const framed = (line: string, ...parts: (Buffer | string)[]) =>
    Buffer.concat(
      [`${head}\r\n${line}\r\n\r\n`, ...parts].map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
      ),
    );

  if (typeof framing === 'object') return framed(framing.broken, body);
  if (request.body === undefined && framing !== 'short') return framed('X-None: 1');
  if (framing === 'chunked') {
    const size = body.length.toString(16);
    const chunk = body.length === 0 ? [] : [`${size};ext="x"\r\n`, body, '\r\n'];
    return framed('Transfer-Encoding: chunked', ...chunk, '0\r\n\r\n');
  }
  const more = { length: 0, short: 1, long: -1 }[framing];
  return framed(`Content-Length: ${Math.max(0, body.length + more)}`, body);
}

const fill = (text: string, known: Known) =>
  // Every name in the pattern is one of `Known`.
  text.replaceAll(
    /\{(bot|edge|route|policy2?|host|key)\}/g,
    (_, name) => known[name as keyof Known],
  );

const fillBody = (body: HostileBody, known: Known) =>
  bodyBytes('text' in body ? { ...body, text: fill(body.text, known) } : body);

const GOOD_HEADERS = [
  'Host: {host}',
  'Authorization: Bearer {key}',
  'Service-Version: 2',
  'Content-Type: application/json',
];

const right = (method: string, path: string, body: fc.Arbitrary<HostileRequest['body']>) =>
  fc.record<HostileRequest>({
    method: fc.constant(method),
    target: fc.constant(path),
    headers: fc.constant(GOOD_HEADERS),
    framing: fc.constantFrom<Framing[]>('length', 'chunked'),
    body,
  });

/** Requests that are right, but for their bodies perhaps. */
const aimed = fc.oneof(
  { weight: 4, arbitrary: right('POST', '/api/bot_users', bodiesFor('create')) },
  { weight: 3, arbitrary: right('PATCH', '/api/bot_users/{bot}', bodiesFor('update')) },
  { weight: 3, arbitrary: right('PUT', MODULE, bodiesFor('replace')) },
  right('GET', '/api/bot_users', fc.constant(undefined)),
  right('GET', '/api/bot_users/{bot}', fc.constant(undefined)),
  right('GET', MODULE, fc.constant(undefined)),
  right('DELETE', '/api/bot_users/{bot}', fc.constant(undefined)),
  right('DELETE', MODULE, fc.constant(undefined)),
);

/** Right in all parts but one. */
const wrongOnce = fc
  .tuple(
    aimed,
    fc.oneof<fc.Arbitrary<Partial<HostileRequest>>[]>(
      fc.record({ method: hostileMethods }),
      fc.record({ target: hostileTargets }),
      fc.record({ headers: hostileHeaders }),
      fc.record({ framing: hostileFramings }),
      fc.record({ method: fc.constant('GET'), target: withParameters('/api/bot_users') }),
    ),
  )
  .map(([request, part]) => ({ ...request, ...part }));

const wrongEverywhere = fc.record({
  method: hostileMethods,
  target: hostileTargets,
  headers: hostileHeaders,
  framing: hostileFramings,
  body: hostileBodies,
});

export const hostileRequests: fc.Arbitrary<HostileRequest> = fc
  .oneof(
    { weight: 4, arbitrary: aimed },
    { weight: 4, arbitrary: wrongOnce },
    { weight: 3, arbitrary: wrongEverywhere },
  )
  .map((request) => ({
    ...request,
    // Node takes the end of the client's side for a goodbye when a body was to follow an upgrade.
    headers: request.headers.filter(
      (line) => request.framing !== 'short' || !/upgrade/i.test(line),
    ),
  }));
