import * as fc from 'fast-check';
import type { RequestLogEntry, RequestEnd } from '#client/request-log.ts';

/** One that worked. */
export const entry = (parts: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  number: 1,
  attempt: 1,
  method: 'GET',
  template: '/bot_users',
  base: 'https://api.test/api',
  path: '/bot_users?limit=100',
  headers: { accept: 'application/json', 'Service-Version': '2' },
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  redact: String,
  end: ended(),
  ...parts,
});

export const ended = (parts: Partial<RequestEnd> = {}): RequestEnd => ({
  durationMs: 84,
  response: response(),
  ...parts,
});

export const response = (body = '{"bot_users":[]}', status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
  bodyLength: body.length,
});

/** Refused with words of the service. */
export const refused = (status: number, body = '{"msg":"no"}', text = 'no'): RequestEnd =>
  ended({
    response: response(body, status),
    failure: { kind: 'status', status, text, fields: {} },
  });

/** What breaks out of cells, blocks and lines, among all other characters. */
const text = (maxLength = 40) =>
  fc.string({
    maxLength,
    unit: fc.oneof(
      fc.constantFrom('`', '```', '~~~', '|', '\\', '\n', '\r', '\t', '#', '@', '<', '\0', '\x7f'),
      fc.constantFrom('\u202e', '\u2028', '\u200b', '\ud800', '\u{e0041}', '"', '{', '}', ' '),
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    ),
  });
const status = fc.integer({ min: 0, max: 999 });
const operationId = fc.option(text(), { nil: undefined });

const failure = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status,
    code: text(),
    text: text(),
    fields: fc.dictionary(text(), text(), { maxKeys: 2 }),
    retryAfterMs: fc.nat(),
    operationId: text(),
  }),
  fc.record({ kind: fc.constant('network' as const) }),
  fc.record({ kind: fc.constant('network' as const), status }),
  fc.record({ kind: fc.constant('timeout' as const), afterMs: fc.nat() }),
  fc.record({ kind: fc.constant('shape' as const), status, issues: fc.array(text()) }),
  fc.record({ kind: fc.constant('cancelled' as const) }),
);

/** Any that the types allow, also more than the client would report. */
export const anyEntry: fc.Arbitrary<RequestLogEntry> = fc
  .record({
    number: fc.nat(),
    attempt: fc.integer({ min: 1, max: 3 }),
    method: fc.constantFrom('GET' as const, 'POST' as const, 'PATCH' as const),
    template: text(),
    base: text(),
    path: text(),
    headers: fc.dictionary(text(), text(), { maxKeys: 3 }),
    body: fc.option(text(200), { nil: undefined }),
    startedAt: fc.integer({ min: 0, max: 4e12 }),
    redact: fc.constant(String),
    end: fc.option(
      fc.record({
        durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
        failure: fc.option(failure, { nil: undefined }),
        response: fc.option(
          fc.record({
            status,
            headers: fc.dictionary(text(), text(), { maxKeys: 3 }),
            body: text(200),
            bodyLength: fc.nat(2_000_000),
            operationId,
          }),
          { nil: undefined },
        ),
      }),
      { nil: undefined },
    ),
  })
  .map((value) => withoutUndefined(value) as RequestLogEntry); // optional parts are absent, never undefined

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, withoutUndefined(part)]),
  );
}
