import type { ApiFailure } from '#client/errors.ts';
import type { RequestEnd, RequestLogEntry } from '#client/request-log.ts';

/** A request of this tab; without `end` it is under way. */
export const makeRequestEntry = (
  end?: Partial<RequestEnd>,
  fields: Partial<RequestLogEntry> = {},
): RequestLogEntry => ({
  number: 1,
  attempt: 1,
  template: '/bot_users',
  startedAt: 0,
  method: 'GET',
  base: 'https://api.test',
  path: '/bot_users',
  headers: {},
  redact: (text) => text,
  ...(end && { end: { durationMs: 10, ...end } }),
  ...fields,
});

export const makeResponse = (status: number, headers: Record<string, string> = {}, body = '') => ({
  response: { status, headers, body, bodyLength: body.length },
});

type Refusal = ApiFailure & { kind: 'status' };

/** What a call fails with where the service refuses. */
export const makeRefusal = (status: number, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'status',
  status,
  fields: {},
  ...more,
});
