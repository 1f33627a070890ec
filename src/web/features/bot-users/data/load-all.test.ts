// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openTab,
  range,
  SimulatedService,
  type Tab,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }),
);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function seconds(count: number) {
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(count * 1000);
  for (let turns = 0; turns < 30; turns++) await new Promise((resolve) => setImmediate(resolve));
}
const tooMany = () => Response.json({}, { status: 429, headers: { 'retry-after': '7' } });
const broken = () => Response.json({}, { status: 500 });
const noAnswer = () => new TypeError('Failed to fetch');

/** Six rows in pages of two, the first of them loaded. @param faults what the next requests fail with */
async function open(faults: Array<Response | Error> = [], perMinute: number | null = null) {
  const service = new SimulatedService(range(1, 6), 2);
  const tab = openTab(service, { perMinute });
  await tab.loadFirst();
  service.requests = [];
  service.refuse = () => faults.shift();
  return { service, tab };
}
function press(tab: Tab) {
  const observer = new InfiniteQueryObserver(tab.client, tab.queries.list());
  const cancelRefetch = tab.loadAll.get().waiting !== undefined;
  return observer.fetchNextPage({ cancelRefetch });
}

it.each([
  ['by hand', async (tab: Tab) => (await press(tab)).error],
  ['by load all', async (tab: Tab) => (await tab.loadAll.start()).kind],
  ['by a refresh', async (tab: Tab) => (await tab.refresh.start()).kind],
  ['by a check', async (tab: Tab) => (await tab.checkAll.start()).kind],
])('asks for a page that always answers 500 three times: %s', async (_who, ask) => {
  const { service, tab } = await open();
  service.refuse = broken;
  const asked = ask(tab);
  await seconds(60);
  await seconds(60);
  expect(await asked).toBeTruthy();
  expect(service.requests).toHaveLength(3);
  expect(tab.ranks()).toEqual([6, 5]);
});

it('asks for nothing when the list is opened again after a page that failed', async () => {
  const { service, tab } = await open();
  service.refuse = broken;
  const asked = press(tab);
  await seconds(60);
  await asked;
  service.requests = [];
  const opened = new InfiniteQueryObserver(tab.client, tab.queries.list());
  const close = opened.subscribe(() => {});
  await seconds(60);
  expect(service.requests).toEqual([]);
  expect(opened.getCurrentResult().isError).toBe(true);
  expect(tab.ranks()).toEqual([6, 5]);
  close();
});

describe('load all', () => {
  it('waits as long as the service asks for, says so, and goes on', async () => {
    const { service, tab } = await open([tooMany()]);
    const all = tab.loadAll.start();
    await seconds(1);
    expect(tab.loadAll.get().waiting).toMatchObject({ for: 'limit' });
    expect(service.requests).toHaveLength(1);
    await seconds(6);
    expect(await all).toMatchObject({ kind: 'done' });
    expect(tab.loadAll.get()).toMatchObject({ status: 'idle', waiting: undefined });
    expect(tab.ranks()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('waits for the connection', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { tab } = await open([noAnswer()]);
    const all = tab.loadAll.start();
    await seconds(3600);
    expect(tab.loadAll.get().waiting).toMatchObject({ for: 'connection' });
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await seconds(1);
    expect(await all).toMatchObject({ kind: 'done' });
    expect(tab.ranks()).toHaveLength(6);
  });

  it('gives up after the last pause, and a further press goes on from there', async () => {
    const { tab } = await open([noAnswer(), noAnswer(), noAnswer()]);
    const all = tab.loadAll.start();
    await seconds(60);
    await seconds(60);
    expect(await all).toMatchObject({ kind: 'failed' });
    expect(tab.loadAll.get()).toMatchObject({ status: 'failed', waiting: undefined });
    expect(tab.ranks()).toEqual([6, 5]);
    const again = tab.loadAll.start();
    await seconds(1);
    expect(await again).toMatchObject({ kind: 'done' });
    expect(tab.loadAll.get().error).toBeNull();
  });

  it('is stopped while it waits', async () => {
    const { service, tab } = await open([tooMany()]);
    const all = tab.loadAll.start();
    await seconds(1);
    tab.loadAll.stop();
    expect(await all).toEqual({ kind: 'stopped' });
    await seconds(60);
    expect(service.requests).toHaveLength(1);
    expect(tab.loadAll.get()).toMatchObject({ status: 'idle', waiting: undefined });
  });

  it('keeps to its share of the limit, which a press does not', async () => {
    // One in the background, and the first page has been read.
    const { service, tab } = await open([], 2);
    const all = tab.loadAll.start();
    await seconds(59);
    expect(service.requests).toHaveLength(0);
    const refresh = tab.refresh.start();
    await seconds(0);
    expect(await refresh).toMatchObject({ kind: 'done' });
    expect(service.requests).toHaveLength(1);
    await seconds(62);
    await seconds(62);
    expect(await all).toMatchObject({ kind: 'done' });
    expect(tab.ranks()).toHaveLength(6);
  });

  it('joins a press: one request for both', async () => {
    const { service, tab } = await open();
    service.auto = false;
    const byHand = press(tab);
    const all = tab.loadAll.start();
    await seconds(0);
    expect(service.waiting).toHaveLength(1);
    service.auto = true;
    service.waiting[0]?.answer();
    await seconds(0);
    await Promise.all([byHand, all]);
    expect(service.requests).toHaveLength(2);
    expect(tab.ranks()).toHaveLength(6);
  });

  it('lets a press pass while it waits, and goes on', async () => {
    const shortPause = Response.json({}, { status: 429, headers: { 'retry-after': '4' } });
    const { service, tab } = await open([shortPause]);
    const all = tab.loadAll.start();
    await seconds(1);
    const byHand = press(tab);
    await seconds(3);
    expect((await byHand).data?.pages.length).toBeGreaterThan(1);
    await seconds(10);
    expect(await all).toMatchObject({ kind: 'done' });
    expect(service.requests).toHaveLength(3);
    expect(tab.ranks()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('is not ended by a press that does not want to wait', async () => {
    const { tab } = await open([tooMany()]);
    const all = tab.loadAll.start();
    await seconds(1);
    expect((await press(tab)).error).toMatchObject({ failure: { kind: 'paused' } });
    expect(tab.loadAll.get().status).toBe('running');
    await seconds(7);
    await seconds(7);
    expect(await all).toMatchObject({ kind: 'done' });
    expect(tab.ranks()).toHaveLength(6);
  });

  it('ends with its session, whatever it waits for, and does nothing in the next', async () => {
    const { service, tab } = await open([tooMany(), tooMany()]);
    const outcomes = [tab.loadAll.start(), tab.checkAll.start()];
    await seconds(1);
    service.requests = [];
    tab.session.abort();
    expect(await Promise.all(outcomes)).toEqual([{ kind: 'stopped' }, { kind: 'stopped' }]);
    expect(await tab.refresh.start()).toEqual({ kind: 'stopped' });
    await seconds(60);
    expect(service.requests).toEqual([]);
  });
});

it('a refresh by hand passes a check that waits, which then goes on', async () => {
  const { tab } = await open([noAnswer()]);
  const check = tab.checkAll.start();
  await seconds(1);
  expect(tab.checkAll.get().waiting).toMatchObject({ for: 'fault' });
  const refresh = tab.refresh.start();
  await seconds(0);
  expect(await refresh).toMatchObject({ kind: 'done' });
  await seconds(3);
  expect(await check).toMatchObject({ kind: 'done' });
});
