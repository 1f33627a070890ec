// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, type ApiFailure } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import type { Waiting } from '#client/retry.ts';
import { createBrowser } from '#web/api/budget.test.helper.ts';
import type { RateLimiter } from '#web/api/rate-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

/** Of a tab that has its first rows. */
async function limiterOf(requestsPerMinute: number | null) {
  const limiter = createBrowser().openTab(requestsPerMinute);
  limiter.notice(ended());
  await seconds(0);
  return limiter;
}
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
  const end = { durationMs: 1, ...(failure && { failure: failure as ApiFailure }) };
  const request = {
    method: 'GET',
    base: '',
    path: '/bot_users',
    headers: {},
    redact: (text: string) => text,
  } as const;
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
  const { sent, waits } = sending(await limiterOf(5), 10);
  await seconds(60.9);
  expect(sent).toEqual([0, 0, 0, 0]);
  await seconds(0.2);
  expect(sent.slice(4)).toEqual([61, 61, 61, 61]);
  await seconds(61);
  expect(sent.slice(8)).toEqual([122, 122]);
  expect(waits).toEqual([]);
});

it('leaves the rest to work by hand, which waits for a place as long as a person does', async () => {
  const limiter = await limiterOf(5);
  sending(limiter, 10);
  await seconds(0);
  const { sent } = sending(limiter, 1, false);
  await seconds(55);
  expect(sent).toEqual([0]);
  expect(await limiter.acquire(byHand).catch(failureOf)).toEqual({
    kind: 'paused',
    retryAfterMs: 6000,
  });
  await seconds(1);
  const later = sending(limiter, 1, false);
  await seconds(5);
  expect(later.sent).toEqual([5]);
});

it('counts work by hand as well before it goes on in the background', async () => {
  const limiter = await limiterOf(5);
  sending(limiter, 3, false);
  const { sent } = sending(limiter, 2);
  await seconds(61);
  expect(sent).toEqual([0, 61]);
});

it('counts a minute from each start, also over the end of one job', async () => {
  const limiter = await limiterOf(5);
  sending(limiter, 3);
  await seconds(40);
  const { sent } = sending(limiter, 3);
  await seconds(60);
  // One place was left; the others come free after the first job.
  expect(sent).toEqual([0, 21, 21]);
});

it('lets everything pass where there is no limit', async () => {
  const limiter = await limiterOf(null);
  const { sent } = sending(limiter, 1000);
  await seconds(0);
  expect(sent).toHaveLength(1000);
  expect(limiter.msFor(100_000)).toBe(0);
  expect(limiter.perMinute()).toBeNull();
  expect(limiter.use()).toBeUndefined();
});

it('always lets one pass', async () => {
  const { sent } = sending(await limiterOf(1), 2);
  await seconds(61);
  expect(sent).toEqual([0, 61]);
});

it('tells the time that so many take from now on, and what is used', async () => {
  const limiter = await limiterOf(10);
  expect(limiter.perMinute()).toBe(8);
  expect([0, 8, 9, 16, 17].map(limiter.msFor)).toEqual([0, 0, 61_000, 61_000, 122_000]);
  sending(limiter, 8);
  await seconds(16);
  expect([1, 9].map(limiter.msFor)).toEqual([45_000, 106_000]);
  sending(limiter, 2, false);
  await seconds(44);
  expect(limiter.use()).toEqual({ used: 10, limit: 10 });
  // The last two of the eight do not make room: what was sent by hand has taken it.
  expect([1, 6, 7].map(limiter.msFor)).toEqual([1000, 1000, 17_000]);
  await seconds(1);
  expect(limiter.use()).toEqual({ used: 2, limit: 10 });
});

it('tells who waits for room in the minute, and takes none of it', async () => {
  const limiter = await limiterOf(1);
  const { signal } = new AbortController();
  await limiter.room(signal);
  sending(limiter, 1);
  await seconds(0);
  let isFree = false;
  void limiter.room(signal).then(() => (isFree = true));
  await seconds(60);
  expect(isFree).toBe(false);
  await seconds(1);
  expect(isFree).toBe(true);
});

it.each([429, 503])('keeps everything back for as long as a %i asks', async (status) => {
  const limiter = await limiterOf(null);
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
  const limiter = await limiterOf(null);
  limiter.notice(entry);
  const { sent } = sending(limiter, 1);
  await seconds(0);
  expect(sent).toEqual([0]);
});

it('keeps a pause that a later response shortens, for an hour at most', async () => {
  const limiter = await limiterOf(null);
  limiter.notice(refused(429, 100 * HOUR));
  limiter.notice(refused(429, 6000));
  const { sent } = sending(limiter, 1);
  await seconds(3599);
  expect(sent).toEqual([]);
  await seconds(1);
  expect(sent).toEqual([3600]);
});

it('waits on when a longer pause begins while it waits for room in the minute', async () => {
  const limiter = await limiterOf(1);
  const { sent } = sending(limiter, 2);
  await seconds(50);
  limiter.notice(refused(429, 30_000));
  await seconds(100);
  expect(sent).toEqual([0, 80]);
});

it('tells until when a pause lasts, unless it is short', async () => {
  const limiter = await limiterOf(null);
  const seen = new Set<number | undefined>();
  limiter.subscribe(() => seen.add(limiter.until()));
  limiter.notice(refused(429, 5000));
  expect(seen.has(performance.now() + 5000)).toBe(false);
  limiter.notice(refused(429, 30_000));
  const until = performance.now() + 30_000;
  await seconds(29);
  expect([...seen]).toEqual([undefined, until]);
  await seconds(1);
  expect(limiter.until()).toBeUndefined();
});

it('forgets the pause that another key was asked for', async () => {
  const limiter = await limiterOf(null);
  limiter.notice(refused(429, HOUR));
  limiter.clear();
  expect(limiter.until()).toBeUndefined();
  expect(limiter.msFor(1)).toBe(0);
  const { sent } = sending(limiter, 1, false);
  await seconds(0);
  expect(sent).toEqual([0]);
});

it('ends at once when the caller leaves, while it waits and before it starts', async () => {
  const limiter = await limiterOf(10);
  const { sent, all, leave } = sending(limiter, 12);
  await seconds(10);
  leave();
  const results = await all;
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(sent).toHaveLength(8);
  const signal = AbortSignal.abort(new Error('left'));
  await expect(limiter.acquire({ isBackground: false, signal })).rejects.toThrow('left');
});

describe('before the code of the budget is there', () => {
  /** Its code comes when the test says so, or never. */
  function opening(limit: number | null) {
    let arrive = () => {};
    let fail = (_error: Error) => {};
    const code = new Promise<void>((resolve, reject) => ([arrive, fail] = [resolve, reject]));
    return { limiter: createBrowser().openTab(limit, code), arrive, fail };
  }

  it('lets work by hand pass, which counts; the background waits for it', async () => {
    const { limiter, arrive } = opening(5);
    const first = sending(limiter, 2, false);
    const load = sending(limiter, 3);
    await seconds(1);
    expect([first.sent, load.sent]).toEqual([[0, 0], []]);
    arrive();
    await seconds(1);
    expect(load.sent).toEqual([1, 1]);
    expect(limiter.use()).toEqual({ used: 4, limit: 5 });
  });

  it('waits for nothing where there is no limit', async () => {
    const { limiter } = opening(null);
    limiter.notice(ended());
    const [load, byPress] = [sending(limiter, 3), sending(limiter, 3, false)];
    await limiter.room(new AbortController().signal);
    await seconds(0);
    expect([load.sent, byPress.sent]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('waits for it by hand as well once the service has asked to wait, unless it fails', async () => {
    const { limiter, arrive } = opening(null);
    limiter.notice(refused(429, 30_000));
    const asked = limiter.acquire(byHand).catch(failureOf);
    await seconds(1);
    arrive();
    expect(await asked).toMatchObject({ kind: 'paused', retryAfterMs: 30_000 });

    const other = opening(null);
    other.limiter.notice(refused(429, 30_000));
    const { sent } = sending(other.limiter, 1, false);
    await seconds(1);
    expect(sent).toEqual([]);
    other.fail(new Error('gone'));
    await seconds(0);
    expect(sent).toEqual([1]);
  });

  it('forgets at the end of the session what it has not taken in yet', async () => {
    const { limiter, arrive } = opening(null);
    limiter.notice(refused(429, HOUR));
    limiter.clear();
    arrive();
    await seconds(0);
    expect(limiter.until()).toBeUndefined();
  });

  it('fails in the background when it does not arrive, and tries again', async () => {
    const { limiter, fail } = opening(5);
    fail(new Error('gone'));
    const background = { isBackground: true };
    await expect(limiter.acquire(background)).rejects.toThrow('gone');
    await expect(limiter.acquire(background)).resolves.toBeUndefined();
  });
});
