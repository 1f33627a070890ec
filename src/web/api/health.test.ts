// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { RequestEnd, RequestLogEntry } from '#client/request-log.ts';
import { createHealth } from '#web/api/health.ts';

afterEach(() => vi.restoreAllMocks());

/** @param startedAt of a request that took ten milliseconds */
const entry = (startedAt: number, end: Partial<RequestEnd>): RequestLogEntry => ({
  method: 'GET',
  path: '/bot_users',
  headers: {},
  redact: (text) => text,
  base: 'https://h',
  number: startedAt,
  attempt: 1,
  template: '/bot_users',
  startedAt,
  end: { durationMs: 10, ...end },
});
const response = (status: number, operationId?: string): Partial<RequestEnd> => ({
  response: { status, headers: {}, body: '', bodyLength: 0, ...(operationId && { operationId }) },
});
const noAnswer: Partial<RequestEnd> = { failure: { kind: 'network' } };

/** What is known after one request. */
function after(end: Partial<RequestEnd>) {
  const { notice, get } = createHealth();
  notice(entry(100, end));
  return get()?.isReached;
}

it.each([
  ['a success', response(200), true],
  ['a refused key', response(401), true],
  ['a fault of the service', response(500), true],
  ['a service that is busy, by its own word', response(503, 'op_1'), true],
  ['a closed front', response(503), false],
  ['a gateway without a response', response(502, 'op_1'), false],
  ['a gateway that has waited long enough', response(504), false],
  ['no response', noAnswer, false],
  ['no response in time', { failure: { kind: 'timeout', afterMs: 1 } } as const, false],
  ['a response that broke off', { failure: { kind: 'network', status: 200 } } as const, undefined],
  ['a request that nobody waits for', { failure: { kind: 'cancelled' } } as const, undefined],
])('after %s', (_what, end, isReached) => {
  expect(after(end)).toBe(isReached);
});

it('knows nothing of the service without a connection of its own', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(after(noAnswer)).toBeUndefined();
});

it('counts from the first request that did not reach it, and tells each change once', () => {
  const { notice, get, subscribe } = createHealth();
  const told = vi.fn<() => void>();
  subscribe(told);
  const { end: _end, ...sent } = entry(0, {});
  notice(sent);
  expect(get()).toBeUndefined();
  for (const at of [100, 200]) notice(entry(at, response(200)));
  for (const at of [300, 400]) notice(entry(at, noAnswer));
  expect(get()).toEqual({ isReached: false, since: 300 });
  expect(told).toHaveBeenCalledTimes(2);
  // Told late: it had ended before.
  notice(entry(250, response(200)));
  expect(get()?.isReached).toBe(false);
  notice(entry(500, response(200)));
  expect(get()).toEqual({ isReached: true });
});
