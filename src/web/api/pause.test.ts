import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, type ApiFailure } from '#client/api-error.ts';
import type { RequestLogEntry } from '#client/exchange.ts';
import { createPause } from '#web/api/pause.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const signal = new AbortController().signal;

function answered(failure: Partial<ApiFailure> | undefined): RequestLogEntry {
  const end = { durationMs: 1, deviations: [], ...(failure && { failure: failure as ApiFailure }) };
  const request = { method: 'GET', base: '', path: '/bot_users', headers: {} } as const;
  return { number: 1, attempt: 1, template: '/bot_users', startedAt: 0, ...request, end };
}
const refused = (status: number, retryAfterMs?: number) =>
  answered({
    kind: 'status',
    status,
    fields: {},
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });

/** Milliseconds until a request may go out, or why it may not. */
async function outcome(pause: ReturnType<typeof createPause>) {
  const begin = performance.now();
  const over = pause.over(signal).then(() => performance.now() - begin, failureOf);
  await vi.runAllTimersAsync();
  return over;
}

it.each([429, 503])('keeps everything back for as long as a %i asks', async (status) => {
  const pause = createPause();
  pause.notice(refused(status, 30_000));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await pause.over(signal).catch(failureOf)).toEqual({
    kind: 'paused',
    retryAfterMs: 20_000,
  });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await outcome(pause)).toBe(5000);
  expect(await outcome(pause)).toBe(0);
});

it.each([
  ['names no time', refused(429)],
  ['is about one address', refused(409, 30_000)],
  ['is a success', answered(undefined)],
  ['never came', answered({ kind: 'network' })],
])('holds nothing back after an answer that %s', async (_, exchange) => {
  const pause = createPause();
  pause.notice(exchange);
  expect(await outcome(pause)).toBe(0);
});

it('is not shortened by a later answer, and lasts an hour at most', async () => {
  const pause = createPause();
  pause.notice(refused(429, 100 * HOUR));
  pause.notice(refused(429, 6000));
  await vi.advanceTimersByTimeAsync(HOUR - 6000);
  expect(await pause.over(signal).catch(failureOf)).toEqual({ kind: 'paused', retryAfterMs: 6000 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(await outcome(pause)).toBe(0);
});

it('is shown while it lasts, unless it is short', async () => {
  const pause = createPause();
  const seen: Array<number | undefined> = [];
  pause.subscribe(() => seen.push(pause.until()));
  pause.notice(refused(429, 5000));
  expect(seen).toEqual([]);
  pause.notice(refused(429, 30_000));
  const until = performance.now() + 30_000;
  expect(seen).toEqual([until]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen).toEqual([until, undefined]);
});

it('ends when it is cleared, or when its caller leaves', async () => {
  const pause = createPause();
  pause.notice(refused(429, 5000));
  const leaving = new AbortController();
  const over = pause.over(leaving.signal);
  leaving.abort(new Error('left'));
  await expect(over).rejects.toThrow('left');
  pause.notice(refused(429, HOUR));
  pause.clear();
  expect(pause.until()).toBeUndefined();
  expect(await outcome(pause)).toBe(0);
});
