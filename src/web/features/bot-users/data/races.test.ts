// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { run } from '#web/api/query-client.ts';
import {
  bot,
  createChannels,
  idOf,
  openTab,
  range,
  settled,
  SimulatedService,
  type Tab,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

function watch(tab: Tab) {
  const observer = new InfiniteQueryObserver(tab.client, tab.queries.list());
  return { observer, leave: observer.subscribe(() => {}) };
}

describe('a switch and a page that are answered in the same moment', () => {
  it.each([
    ['the page first', [0, 1]],
    ['the switch first', [1, 0]],
  ])('agree: %s', async (_name, order) => {
    const service = new SimulatedService(range(1, 6));
    service.page = (query) => ({
      // Each page brings the rows of the first one again, as they are.
      bot_users: query === 'limit=100' ? service.bots.slice(0, 3) : service.bots,
      next_page_uri: query === 'limit=100' ? '?before_id=4' : null,
    });
    const tab = openTab(service);
    await tab.loadFirst();
    service.auto = false;
    const { observer } = watch(tab);
    const more = observer.fetchNextPage({ cancelRefetch: false });
    const press = tab.press(6, false);
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    const [page] = service.waiting;
    page?.happen();
    for (const at of order) service.waiting[at]?.answer();
    await Promise.all([more, press]);
    expect(tab.activeOf(6)).toBe(false);
    expect(tab.ranks()).toEqual([6, 5, 4, 3, 2, 1]);
  });
});

describe('a session that ends', () => {
  it('leaves nothing to the next one, whatever is answered late', async () => {
    const service = new SimulatedService(range(1, 9));
    const { fetch } = service;
    // A browser that delivers what was aborted.
    service.fetch = async (request) => {
      const body = await request.text();
      const { url, method } = request;
      return fetch(new Request(url, { method, ...(body && { body }) }));
    };
    const channels = createChannels();
    const heard = vi.fn<() => void>();
    channels().addEventListener('message', heard);
    const old = openTab(service, { channel: channels() });
    await old.loadFirst();
    service.auto = false;
    void watch(old).observer.fetchNextPage({ cancelRefetch: false });
    void new QueryObserver(old.client, { ...old.queries.detail(idOf(8)), staleTime: 0 }).subscribe(
      () => {},
    );
    const works = [old.refresh.start(), old.checkAll.start(), old.loadAll.start()];
    const changes = [
      old.press(9, false),
      old.press(9, true),
      run(old.client, old.mutations.update(idOf(7)), { name: 'late' }),
      run(old.client, old.mutations.create(), { name: 'late' }),
    ].map((change) => change.catch(() => {}));
    await vi.waitFor(() => expect(service.waiting.length).toBeGreaterThanOrEqual(6));

    old.session.abort();
    old.client.clear();
    const late = service.waiting;
    service.waiting = [];
    service.bots = range(1, 9).map((rank) => bot(10 - rank));
    service.requests = [];
    service.auto = true;
    const next = openTab(service, { client: old.client, channel: channels() });
    await next.loadFirst();
    const before = next.cache.data();
    for (const waiting of late) waiting.answer();
    await settled();
    await settled();
    expect(await Promise.all(works)).toEqual(works.map(() => ({ kind: 'stopped' })));
    expect(next.cache.data()).toBe(before);
    expect(service.requests).toEqual(['GET /bot_users?limit=100']);
    expect(heard).not.toHaveBeenCalled();
    expect(changes).toHaveLength(4);
  });
});

describe('leaving the list', () => {
  it('while a page is under way keeps all others, and coming back reads nothing', async () => {
    const service = new SimulatedService(range(1, 12));
    const tab = openTab(service);
    await tab.loadFirst();
    const { observer, leave } = watch(tab);
    await observer.fetchNextPage({ cancelRefetch: false });
    service.auto = false;
    void observer.fetchNextPage({ cancelRefetch: false });
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    leave();
    service.waiting[0]?.answer();
    await settled();
    service.requests = [];
    const back = watch(tab);
    await settled();
    expect(service.requests).toEqual([]);
    expect(tab.ranks()).toEqual(range(7, 12).toReversed());
    expect(back.observer.getCurrentResult()).toMatchObject({
      isFetching: false,
      error: null,
      hasNextPage: true,
    });
    service.auto = true;
    await back.observer.fetchNextPage({ cancelRefetch: false });
    expect(tab.ranks()).toEqual(range(4, 12).toReversed());
  });

  it('does not end Load all', async () => {
    const service = new SimulatedService(range(1, 12));
    const tab = openTab(service);
    await tab.loadFirst();
    const { leave } = watch(tab);
    service.auto = false;
    const all = tab.loadAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    leave();
    service.auto = true;
    service.waiting[0]?.answer();
    expect(await all).toMatchObject({ kind: 'done' });
    expect(tab.ranks()).toEqual(range(1, 12).toReversed());
    expect(service.requests).toHaveLength(4);
  });
});

it('goes through no earlier page when the next one comes', async () => {
  const service = new SimulatedService(range(1, 99));
  const tab = openTab(service);
  await tab.loadFirst();
  const { observer } = watch(tab);
  for (let page = 2; page <= 20; page++) await observer.fetchNextPage({ cancelRefetch: false });
  const reads = (tab.cache.data()?.pages ?? []).map((page) => {
    const { bot_users } = page;
    const read = vi.fn<() => typeof bot_users>(() => bot_users);
    Object.defineProperty(page, 'bot_users', { get: read });
    return read;
  });
  expect(reads).toHaveLength(20);
  await observer.fetchNextPage({ cancelRefetch: false });
  expect(tab.cache.size()).toBe(63);
  // The first page tells where the service would begin again at its top.
  expect(reads.slice(1).every((read) => read.mock.calls.length === 0)).toBe(true);
});

it('keeps nothing of a bot user whose page was left', async () => {
  const service = new SimulatedService(range(1, 60), 100);
  const tab = openTab(service);
  await tab.loadFirst();
  const visit = async (rank: number) => {
    const observer = new QueryObserver(tab.client, {
      ...tab.queries.detail(idOf(rank)),
      staleTime: 0,
    });
    const leave = observer.subscribe(() => {});
    await run(tab.client, tab.mutations.update(idOf(rank)), { name: `new ${rank}` });
    await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
    leave();
    await vi.waitFor(() => expect(tab.client.getQueryCache().getAll()).toHaveLength(1));
  };
  for (const rank of range(1, 50)) await visit(rank);
  expect(tab.client.getMutationCache().getAll()).toEqual([]);
  expect(tab.client.getQueryCache().hasListeners()).toBe(false);
  expect(tab.client.getMutationCache().hasListeners()).toBe(false);
});
