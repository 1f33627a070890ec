import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, type ApiFailure } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import type { Waiting } from '#client/retry.ts';
import { createRateLimiter, type RateLimiter } from '#web/api/rate-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const limiterOf = (requestsPerMinute: number | null) => createRateLimiter(() => requestsPerMinute);
const byHand = { isBackground: false };

/** Asks for so many requests at once; `sent` is when each may go out, in seconds from now. */
function sending(limiter: RateLimiter, requests: number, isBackground = true) {
  const begin = performance.now();
  const leaving = new AbortController();
  const sent: number[] = [];
  const waits: Array<Waiting | undefined> = [];
  const request = {
    isBackground,
    signal: leaving.signal,
    onWait: (waiting: Waiting | undefined) => waits.push(waiting),
  };
  const all = Promise.allSettled(
    Array.from({ length: requests }, async () => {
      await limiter.acquire(request);
      sent.push((performance.now() - begin) / 1000);
    }),
  );
  return { sent, waits, all, leave: () => leaving.abort(new Error('left')) };
}

function ended(failure?: Partial<ApiFailure>): RequestLogEntry {
  const end = { durationMs: 1, deviations: [], ...(failure && { failure: failure as ApiFailure }) };
  const request = { method: 'GET', base: '', path: '/bot_users', headers: {} } as const;
  return { number: 1, attempt: 1, template: '/bot_users', startedAt: 0, ...request, end };
}
const refused = (status: number, retryAfterMs?: number) =>
  ended({
    kind: 'status',
    status,
    fields: {},
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });

it('starts four fifths of the limit in any minute in the background, and no more', async () => {
  const { sent, waits } = sending(limiterOf(5), 10);
  await seconds(59.9);
  expect(sent).toEqual([0, 0, 0, 0]);
  await seconds(0.2);
  expect(sent.slice(4)).toEqual([60, 60, 60, 60]);
  await seconds(60);
  expect(sent.slice(8)).toEqual([120, 120]);
  expect(waits).toEqual([]);
});

it('leaves the rest to work by hand', async () => {
  const limiter = limiterOf(5);
  sending(limiter, 10);
  const { sent } = sending(limiter, 2, false);
  await seconds(1);
  expect(sent).toEqual([0, 0]);
});

it('counts a minute from each start, also over the end of one job', async () => {
  const limiter = limiterOf(5);
  sending(limiter, 3);
  await seconds(40);
  const { sent } = sending(limiter, 3);
  await seconds(60);
  // One place was left; the others come free 60 s after the first job.
  expect(sent).toEqual([0, 20, 20]);
});

it('lets everything pass where there is no limit', async () => {
  const limiter = limiterOf(null);
  const { sent } = sending(limiter, 1000);
  await seconds(0);
  expect(sent).toHaveLength(1000);
  expect(limiter.msFor(100_000)).toBe(0);
  expect(limiter.perMinute()).toBeNull();
});

it('always lets one pass', async () => {
  const { sent } = sending(limiterOf(1), 2);
  await seconds(60);
  expect(sent).toEqual([0, 60]);
});

it('tells the time that so many take from now on', async () => {
  const limiter = limiterOf(10);
  expect(limiter.perMinute()).toBe(8);
  expect([limiter.msFor(0), limiter.msFor(8), limiter.msFor(9), limiter.msFor(17)]).toEqual([
    0, 0, 60_000, 120_000,
  ]);
  sending(limiter, 8);
  await seconds(15);
  expect(limiter.msFor(1)).toBe(45_000);
});

it('tells who waits for room in the minute, and takes none of it', async () => {
  const limiter = limiterOf(1);
  const { signal } = new AbortController();
  await limiter.room(signal);
  sending(limiter, 1);
  await seconds(0);
  let isFree = false;
  void limiter.room(signal).then(() => (isFree = true));
  await seconds(59);
  expect(isFree).toBe(false);
  await seconds(1);
  expect(isFree).toBe(true);
});

it.each([429, 503])('keeps everything back for as long as a %i asks', async (status) => {
  const limiter = limiterOf(null);
  limiter.notice(refused(status, 30_000));
  const { sent, waits } = sending(limiter, 1);
  await seconds(10);
  expect(waits).toEqual([{ for: 'limit', until: performance.now() + 20_000 }]);
  expect(limiter.msFor(1)).toBe(20_000);
  // By hand it fails at once, with the time, until that is short.
  expect(await limiter.acquire(byHand).catch(failureOf)).toEqual({
    kind: 'paused',
    retryAfterMs: 20_000,
  });
  await seconds(15);
  const hand = sending(limiter, 1, false);
  await seconds(5);
  expect([sent, hand.sent]).toEqual([[30], [5]]);
  expect(waits.at(-1)).toBeUndefined();
});

it.each([
  ['names no time', refused(429)],
  ['is about one address', refused(409, 30_000)],
  ['is a success', ended()],
  ['never came', ended({ kind: 'network' })],
])('holds nothing back after a response that %s', async (_, entry) => {
  const limiter = limiterOf(null);
  limiter.notice(entry);
  const { sent } = sending(limiter, 1);
  await seconds(0);
  expect(sent).toEqual([0]);
});

it('keeps a pause that a later response shortens, for an hour at most', async () => {
  const limiter = limiterOf(null);
  limiter.notice(refused(429, 100 * HOUR));
  limiter.notice(refused(429, 6000));
  const { sent } = sending(limiter, 1);
  await seconds(3599);
  expect(sent).toEqual([]);
  await seconds(1);
  expect(sent).toEqual([3600]);
});

it('waits on when a longer pause begins while it waits for room in the minute', async () => {
  const limiter = limiterOf(1);
  const { sent } = sending(limiter, 2);
  await seconds(50);
  limiter.notice(refused(429, 30_000));
  await seconds(100);
  expect(sent).toEqual([0, 80]);
});

it('tells until when a pause lasts, unless it is short', async () => {
  const limiter = limiterOf(null);
  const seen: Array<number | undefined> = [];
  limiter.subscribe(() => seen.push(limiter.until()));
  limiter.notice(refused(429, 5000));
  expect(seen).toEqual([]);
  limiter.notice(refused(429, 30_000));
  const until = performance.now() + 30_000;
  expect(seen).toEqual([until]);
  await seconds(30);
  expect(seen).toEqual([until, undefined]);
});

it('forgets the pause that another key was asked for', async () => {
  const limiter = limiterOf(null);
  limiter.notice(refused(429, HOUR));
  limiter.clear();
  expect(limiter.until()).toBeUndefined();
  expect(limiter.msFor(1)).toBe(0);
  const { sent } = sending(limiter, 1, false);
  await seconds(0);
  expect(sent).toEqual([0]);
});

it('ends at once when the caller leaves, while it waits and before it starts', async () => {
  const limiter = limiterOf(10);
  const { sent, all, leave } = sending(limiter, 12);
  await seconds(10);
  leave();
  const results = await all;
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(sent).toHaveLength(8);
  const signal = AbortSignal.abort(new Error('left'));
  await expect(limiter.acquire({ isBackground: false, signal })).rejects.toThrow('left');
});
