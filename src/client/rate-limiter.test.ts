import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, type ApiFailure } from '#client/errors.ts';
import { createRateLimiter } from '#client/rate-limiter.ts';
import type { Waiting } from '#client/retry.ts';
import { createStore } from '#web/lib/store.ts';
import { createChannels } from '#web/test/browser.ts';
import { makeRefusal, makeRequestEntry, makeResponse } from '#web/test/request-entry.ts';

beforeEach(() => vi.useFakeTimers());

const HOUR = 3_600_000;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

/** A browser whose tabs hear each other. */
function createBrowser() {
  const { open, ...channels } = createChannels();
  return {
    ...channels,
    openTab(limit: number | null) {
      const pause = createStore(0);
      const limiter = createRateLimiter({ configured: () => limit, ...open(), pause });
      return { ...limiter, subscribe: pause.subscribe };
    },
  };
}
const limiterOf = (requestsPerMinute: number | null) => createBrowser().openTab(requestsPerMinute);
const byHand = { isBackground: false };
const pausedFor = (retryAfterMs: number) => ({ kind: 'paused', retryAfterMs });

/** Asks for so many requests at once; `sent` is when each may go out, in seconds from now. */
function sending({ acquire }: ReturnType<typeof limiterOf>, requests: number, isBackground = true) {
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
      await acquire(request);
      sent.push((performance.now() - begin) / 1000);
    }),
  );
  return { sent, waits, all, leave: () => leaving.abort(new Error('left')) };
}

function ended(failure?: Partial<ApiFailure>, headers: Record<string, string> = {}) {
  const status = failure?.kind === 'status' ? (failure.status ?? 0) : 200;
  const response = makeResponse(status, headers);
  return makeRequestEntry({ ...response, ...(failure && { failure: failure as ApiFailure }) });
}
const refused = (status: number, retryAfterMs?: number) =>
  ended(makeRefusal(status, { ...(retryAfterMs && { retryAfterMs }) }));

it('starts four fifths of the limit in any minute in the background, one at least, and no more', async () => {
  const one = sending(limiterOf(1), 2);
  const { sent, waits } = sending(limiterOf(5), 10);
  await seconds(60.9);
  expect(sent).toEqual([0, 0, 0, 0]);
  await seconds(0.2);
  expect(sent.slice(4)).toEqual([61, 61, 61, 61]);
  await seconds(61);
  expect(sent.slice(8)).toEqual([122, 122]);
  expect(waits).toEqual([]);
  expect(one.sent).toEqual([0, 61]);
});

it('leaves the rest to work by hand, which waits for a place as long as a person does', async () => {
  const limiter = limiterOf(5);
  sending(limiter, 10);
  await seconds(0);
  const { sent } = sending(limiter, 1, false);
  await seconds(55);
  expect(sent).toEqual([0]);
  expect(await limiter.acquire(byHand).catch(failureOf)).toEqual(pausedFor(6000));
  await seconds(1);
  const later = sending(limiter, 1, false);
  await seconds(5);
  expect(later.sent).toEqual([5]);
});

it('lets everything pass where there is no limit, without a message or a timer', async () => {
  const browser = createBrowser();
  const limiter = browser.openTab(null);
  const before = browser.messages.length;
  const { sent } = sending(limiter, 1000);
  limiter.notice(ended());
  await seconds(0);
  expect(sent).toHaveLength(1000);
  expect(limiter.msFor(100_000)).toBe(0);
  expect(limiter.use()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
  expect(browser.messages).toHaveLength(before);
});

it('tells the time that so many take from now on, and what is used', async () => {
  const limiter = limiterOf(10);
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
  const limiter = limiterOf(1);
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
  const limiter = limiterOf(null);
  limiter.notice(refused(status, 30_000));
  const { sent, waits } = sending(limiter, 1);
  await seconds(10);
  expect(waits).toEqual([{ for: 'limit', until: performance.now() + 20_000 }]);
  expect(limiter.msFor(1)).toBe(20_000);
  // By hand it fails at once, with the time, until that is short.
  expect(await limiter.acquire(byHand).catch(failureOf)).toEqual(pausedFor(20_000));
  await seconds(15);
  const hand = sending(limiter, 1, false);
  await seconds(5);
  expect([sent, hand.sent]).toEqual([[30], [5]]);
  expect(waits.at(-1)).toBeUndefined();
});

it.each([
  ['names no time', refused(429)],
  ['is about one address', refused(409, 30_000)],
])('holds nothing back after a response that %s', async (_, entry) => {
  const limiter = limiterOf(null);
  limiter.notice(entry);
  const { sent } = sending(limiter, 1);
  await seconds(0);
  expect(sent).toEqual([0]);
});

it('keeps a pause that a later response shortens, and takes a longer one', async () => {
  const limiter = limiterOf(null);
  limiter.notice(refused(429, HOUR));
  limiter.notice(refused(429, 6000));
  const { sent } = sending(limiter, 1);
  // It waits for room in the minute when the pause begins.
  const busy = limiterOf(1);
  const later = sending(busy, 2);
  await seconds(50);
  busy.notice(refused(429, 30_000));
  await seconds(3549);
  expect([sent, later.sent]).toEqual([[], [0, 80]]);
  await seconds(1);
  expect(sent).toEqual([3600]);
});

it('tells until when a pause lasts, unless it is short', async () => {
  const limiter = limiterOf(null);
  const seen = new Set<number | undefined>();
  limiter.subscribe(() => seen.add(limiter.until()));
  limiter.notice(refused(429, 5000));
  expect(seen.has(performance.now() + 5000)).toBe(false);
  limiter.notice(refused(429, 30_000));
  const until = performance.now() + 30_000;
  await seconds(29);
  expect([...seen]).toEqual([until]);
  await seconds(1);
  expect(limiter.until()).toBeUndefined();
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
  await expect(limiter.room(signal)).rejects.toThrow('left');
});

describe('with other tabs', () => {
  const background = { isBackground: true };
  const limits = (limit: number) => ended(undefined, { 'ratelimit-limit': `${limit}` });

  /** As many as ever were in one minute. */
  const mostInMinute = (times: number[]) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at - from <= 60).length));

  it('never starts more than the limit in a minute, whatever the tabs do', async () => {
    const wish = fc.record({
      tab: fc.nat(2),
      requests: fc.integer({ min: 1, max: 12 }),
      isBackground: fc.boolean(),
      afterS: fc.integer({ min: 0, max: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 6 }), async (wishes) => {
        const browser = createBrowser();
        const tabs = [browser.openTab(10), browser.openTab(10), browser.openTab(10)];
        const started: number[] = [];
        const start = () => started.push(performance.now() / 1000);
        let asked = 0;
        for (const { tab, requests, isBackground, afterS } of wishes) {
          const of = tabs[tab];
          for (let each = 0; each < requests; each++)
            void of?.acquire({ isBackground }).then(start, () => {});
          if (isBackground) asked += requests;
          await seconds(afterS);
        }
        await seconds(62 * 10);
        expect(started.length).toBeGreaterThanOrEqual(asked);
        expect(mostInMinute(started)).toBeLessThanOrEqual(10);
      }),
    );
  });

  it.each([null, { limit: -1, pauseMs: 0 }, { limit: 1, pauseMs: 9e15 }])(
    'takes nothing from another app: %j',
    async (message) => {
      const browser = createBrowser();
      const tab = browser.openTab(5);
      browser.post(message);
      expect(tab.use()).toEqual({ used: 0, limit: 5 });
      await tab.acquire(background);
      expect(tab.use()).toEqual({ used: 1, limit: 5 });
    },
  );

  it('learns a limit from a response, or assumes 120, counts what came before, and tells the others', async () => {
    const browser = createBrowser();
    const [one, other] = [browser.openTab(null), browser.openTab(null)];
    await one.acquire(background);
    await one.acquire(byHand);
    one.notice(limits(5));
    one.notice(ended());
    expect(one.use()).toEqual({ used: 2, limit: 5 });
    expect(other.use()?.limit).toBe(5);
    expect(one.msFor(3)).toBe(61_000);
    // The smaller of the learned and the configured one.
    const configured = [limits(5), limits(20)].map((entry) => {
      const tab = limiterOf(10);
      tab.notice(entry);
      return tab.use()?.limit;
    });
    expect(configured).toEqual([5, 10]);
    // A refusal does not say how many it takes.
    const refusing = limiterOf(null);
    refusing.notice(refused(429));
    expect(refusing.use()).toEqual({ used: 0, limit: 120 });
    const configuredMore = limiterOf(300);
    configuredMore.notice(refused(429));
    expect(configuredMore.use()?.limit).toBe(300);
    refusing.clear();
    expect(refusing.use()).toBeUndefined();
  });

  it('pauses all tabs, and all of them go on with another key', async () => {
    const browser = createBrowser();
    const [one, other] = [browser.openTab(null), browser.openTab(null)];
    one.notice(refused(429, 30_000));
    expect(other.until()).toBe(performance.now() + 30_000);
    expect(await other.acquire(byHand).catch(failureOf)).toMatchObject({ kind: 'paused' });
    one.clear();
    expect(other.until()).toBeUndefined();
    await other.acquire(byHand);
  });

  it('keeps a pause, and a limit, that a tab which was opened since does not know of', async () => {
    const browser = createBrowser();
    const one = browser.openTab(null);
    one.notice(refused(429, 30_000));
    browser.openTab(null).notice(limits(5));
    expect([one.use()?.limit, one.msFor(1)]).toEqual([5, 30_000]);
    browser.openTab(null).notice(refused(503, 40_000));
    expect([one.use()?.limit, one.msFor(1)]).toEqual([5, 40_000]);
  });

  it.each([-10, 10])('waits as long as before when the clock moves by %i hours', async (hours) => {
    const browser = createBrowser();
    const [tab, other] = [browser.openTab(5), browser.openTab(5)];
    sending(tab, 4);
    await seconds(1);
    vi.setSystemTime(Date.now() + hours * HOUR);
    const { sent } = sending(other, 1);
    expect(other.msFor(1)).toBe(60_000);
    await seconds(60);
    expect(sent).toEqual([60]);
    tab.notice(refused(429, 30_000));
    vi.setSystemTime(Date.now() + hours * HOUR);
    expect(tab.msFor(1)).toBe(30_000);
  });
});

it.each<[Record<string, string>, number | undefined]>([
  [{ 'ratelimit-limit': '120', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }, 120],
  [{ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '7' }, 120],
  [{ 'ratelimit-limit': '120, 120;w=60' }, 120],
  // Of an hour, of nothing, of more than a browser can send.
  [{ 'x-ratelimit-limit': '5000', 'x-ratelimit-reset': '1800000000' }, undefined],
  [{ 'ratelimit-limit': '-5' }, undefined],
  [{ 'ratelimit-limit': '100001' }, undefined],
])('reads the limit of a minute from %j', (headers, limit) => {
  const limiter = limiterOf(null);
  limiter.notice(ended(undefined, headers));
  expect(limiter.use()?.limit).toBe(limit);
});
