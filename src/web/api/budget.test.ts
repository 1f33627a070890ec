// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, type ApiFailure } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { createBrowser } from '#web/api/budget.test.helper.ts';
import { openBudget } from '#web/api/budget.ts';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { createStore } from '#web/lib/emitter.ts';

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const byHand = { isBackground: false };
const background = { isBackground: true };
type Tab = ReturnType<ReturnType<typeof createBrowser>['openTab']>;

function response(headers: Record<string, string> = {}, failure?: ApiFailure): RequestLogEntry {
  const status = failure?.kind === 'status' ? failure.status : 200;
  return {
    ...({ method: 'GET', base: '', path: '/', template: '/', headers: {} } as const),
    number: 1,
    attempt: 1,
    startedAt: 0,
    redact: String,
    end: {
      durationMs: 1,
      response: { status, headers, body: '', bodyLength: 0 },
      ...(failure && { failure }),
    },
  };
}
const refused = (retryAfterMs: number) =>
  response({}, { kind: 'status', status: 429, fields: {}, retryAfterMs });
const limits = (limit: number, remaining: number) =>
  response({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` });

/** A tab with its first response. */
async function open(browser: ReturnType<typeof createBrowser>, limit: number | null) {
  const tab = browser.openTab(limit);
  tab.notice(response());
  await seconds(0);
  return tab;
}

/** Requests that ask at once. @returns the times at which they started, as they come */
function send(tab: Tab, requests: number, how = background, started: number[] = []) {
  for (let each = 0; each < requests; each++)
    void tab.acquire(how).then(
      () => started.push(Date.now()),
      () => {},
    );
  return started;
}

/** As many as ever were in one minute. */
const mostInMinute = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at - from <= 60_000).length));

describe('under a false clock', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('never starts more than the limit in a minute, whatever the tabs do', async () => {
    const wish = fc.record({
      tab: fc.nat(2),
      requests: fc.integer({ min: 1, max: 12 }),
      isBackground: fc.boolean(),
      afterS: fc.integer({ min: 0, max: 25 }),
      isClosed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 12 }), async (wishes) => {
        const browser = createBrowser();
        const tabs = [browser.openTab(10), browser.openTab(10), browser.openTab(10)];
        for (const each of tabs) each.notice(response());
        await seconds(0);
        const started: number[] = [];
        let asked = 0;
        for (const { tab: at, requests, isBackground, afterS, isClosed } of wishes) {
          const tab = tabs[at];
          if (!tab) continue;
          send(tab, requests, { isBackground }, started);
          if (isBackground) asked += requests;
          await seconds(afterS);
          if (!isClosed) continue;
          tab.close();
          tabs[at] = browser.openTab(10);
          tabs[at].notice(response());
          await seconds(0);
        }
        await seconds(62 * 20);
        expect(started.length).toBeGreaterThanOrEqual(asked);
        expect(mostInMinute(started)).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('gives the last place to one of two tabs that ask in the same moment', async () => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, 5), await open(browser, 5)];
    send(one, 3);
    await seconds(1);
    const started: number[] = [];
    send(one, 1, background, started);
    send(other, 1, background, started);
    await seconds(1);
    expect(started).toHaveLength(1);
  });

  it('leaves a fifth to work by hand in any tab', async () => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, 10), await open(browser, 10)];
    send(one, 20);
    await seconds(1);
    expect(send(other, 1)).toEqual([]);
    await other.acquire(byHand);
    await one.acquire(byHand);
    expect(await other.acquire(byHand).catch(failureOf)).toMatchObject({ kind: 'paused' });
    expect(one.use()).toEqual({ used: 10, limit: 10 });
  });

  it('keeps the count when the tab is closed that has sent, and over a reload of the only one', async () => {
    const browser = createBrowser();
    const one = await open(browser, 5);
    send(one, 4);
    await seconds(10);
    one.close();
    const next = await open(browser, 5);
    expect(next.use()).toEqual({ used: 4, limit: 5 });
    expect(next.msFor(1)).toBe(51_000);
    const started = send(next, 1);
    await seconds(50);
    expect(started).toEqual([]);
    await seconds(1);
    expect(started).toHaveLength(1);
  });

  it.each([
    ['refuses', 'fails' as const, 0],
    ['hangs', 'hangs' as const, 1],
  ])('goes by what it heard where the storage %s, and tells', async (_, storage, afterS) => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, 5), await open(browser, 5)];
    send(one, 3);
    await seconds(1);
    browser.storage = storage;
    const started = send(other, 2);
    await seconds(afterS);
    expect(started).toHaveLength(1);
    expect(one.use()).toEqual({ used: 4, limit: 5 });
  });

  it.each([
    null,
    'text',
    {},
    { starts: 'all' },
    { starts: [1.5], others: [], limit: 1, pausedUntil: 9e15 },
  ])('takes nothing from another app: %j', async (foreign) => {
    const browser = createBrowser();
    browser.kept = foreign;
    const tab = await open(browser, 5);
    browser.post(foreign);
    expect(tab.use()).toEqual({ used: 0, limit: 5 });
    await tab.acquire(background);
    expect(tab.use()).toEqual({ used: 1, limit: 5 });
  });

  it('costs neither message nor record where no limit is known', async () => {
    const browser = createBrowser();
    const tab = await open(browser, null);
    await tab.acquire(background);
    tab.notice(response());
    await seconds(1);
    expect(vi.getTimerCount()).toBe(0);
    expect([browser.messages, browser.kept]).toEqual([[], undefined]);
  });

  it('learns a limit from a response, and counts what came before it', async () => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, null), await open(browser, null)];
    await one.acquire(background);
    await one.acquire(byHand);
    one.notice(limits(5, 3));
    await seconds(0);
    expect(one.use()).toEqual({ used: 2, limit: 5 });
    expect(other.use()).toEqual(one.use());
    expect(other.perMinute()).toBe(4);
    expect(other.msFor(3)).toBe(61_000);
    one.notice(response());
    await seconds(0);
    expect([one.use(), other.use()]).toEqual([undefined, undefined]);
  });

  it('takes the smaller of the learned and the configured limit', async () => {
    const tab = await open(createBrowser(), 10);
    tab.notice(limits(5, 5));
    expect(tab.use()?.limit).toBe(5);
    tab.notice(limits(20, 20));
    expect(tab.use()?.limit).toBe(10);
  });

  it('counts what the same key is used for elsewhere for a minute, or until it is told anew', async () => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, 10), await open(browser, 10)];
    await one.acquire(background);
    one.notice(limits(10, 2));
    await seconds(0);
    expect(other.use()).toEqual({ used: 8, limit: 10 });
    const started = send(other, 1);
    // By hand the service itself is asked.
    await other.acquire(byHand);
    await seconds(60);
    expect(started).toEqual([]);
    await seconds(1);
    expect(started).toHaveLength(1);
    one.notice(limits(10, 2));
    one.notice(limits(10, 9));
    expect(one.use()).toEqual({ used: 1, limit: 10 });
  });

  it('pauses all tabs, and all of them go on with another key', async () => {
    const browser = createBrowser();
    const [one, other] = [await open(browser, null), await open(browser, null)];
    one.notice(refused(30_000));
    await seconds(0);
    expect(other.until()).toBe(performance.now() + 30_000);
    expect(await other.acquire(byHand).catch(failureOf)).toMatchObject({ kind: 'paused' });
    one.clear();
    await seconds(0);
    expect(other.until()).toBeUndefined();
    await other.acquire(byHand);
  });

  it('counts from now on what is ahead of a clock that was set back', async () => {
    const tab = await open(createBrowser(), 5);
    send(tab, 4);
    tab.notice(refused(3_600_000));
    await seconds(1);
    vi.setSystemTime(Date.now() - 10 * 3_600_000);
    const started = send(tab, 1);
    await seconds(3599);
    expect(started).toEqual([]);
    await seconds(2);
    expect(started).toHaveLength(1);
  });
});

it('keeps the count in the database of the browser', async () => {
  setConfig(testConfig({ api_base: 'https://api.test' }));
  const openTab = () =>
    openBudget({
      configured: () => 5,
      started: [],
      pause: createStore<number | undefined>(undefined),
    });
  const [one, other] = [openTab(), openTab()];
  await Promise.all([one, other, one, other].map((tab) => tab.acquire(background)));
  const { acquire } = openTab();
  await acquire(byHand);
  expect(await acquire(byHand).catch(failureOf)).toMatchObject({ kind: 'paused' });
  setConfig(testConfig({ api_base: 'https://other.test' }));
  await openTab().acquire(background);
});
