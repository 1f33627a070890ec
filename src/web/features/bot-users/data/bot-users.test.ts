// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { endOf } from '#web/features/bot-users/data/pages.ts';
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

const refused = () => Response.json({ msg: 'no' }, { status: 403 });
const endOfTab = (tab: Tab) => {
  const data = tab.cache.data();
  return data && endOf(data);
};
const more = async (tab: Tab) => {
  const observer = new InfiniteQueryObserver(tab.client, tab.queries.list());
  const leave = observer.subscribe(() => {});
  const result = await observer.fetchNextPage({ cancelRefetch: false });
  leave();
  return result;
};

describe('the list', () => {
  it('follows the query of next_page_uri only, to its end', async () => {
    const service = new SimulatedService(range(1, 7));
    const tab = openTab(service);
    await tab.loadFirst();
    await tab.loadAll.start();
    expect(tab.ranks()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(service.requests[1]).toBe(`GET /bot_users?limit=100&before_id=${idOf(5)}`);
    expect(endOfTab(tab)).toBe('last');
  });

  it('takes the new rows of a page that repeats older ones', async () => {
    const service = new SimulatedService([]);
    const page = (ranks: number[], next: string | null) => ({
      bot_users: ranks.map((rank) => bot(rank)),
      next_page_uri: next,
    });
    service.page = (query) =>
      query === 'limit=100' ? page([8, 7, 6], '?before_id=6') : page([8, 7, 5, 4, 3, 2, 1], null);
    const tab = openTab(service);
    await tab.loadFirst();
    await tab.loadAll.start();
    expect(tab.ranks()).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it.each([
    ['a cursor that repeats', [bot(9)], '?limit=100', 1, 'repeated'],
    ['pages with nothing new', [bot(9)], undefined, 2, 'repeated'],
    ['empty pages', [], undefined, 3, 'empty'],
  ])('ends at %s', async (_name, bot_users, next, requests, end) => {
    const service = new SimulatedService([]);
    let cursor = 0;
    service.page = () => ({ bot_users, next_page_uri: next ?? `?before_id=${++cursor}` });
    const tab = openTab(service);
    await tab.loadFirst();
    await tab.loadAll.start();
    await tab.loadAll.start();
    expect(service.requests).toHaveLength(requests);
    expect(endOfTab(tab)).toBe(end);
  });

  it('keeps the failure of a page when a row changes', async () => {
    const service = new SimulatedService(range(1, 9));
    const tab = openTab(service);
    await tab.loadFirst();
    service.refuse = (line) => (line.startsWith('GET /bot_users?') ? refused() : undefined);
    await tab.loadAll.start();
    await tab.press(9, false);
    expect(tab.activeOf(9)).toBe(false);
    expect(tab.client.getQueryState(tab.queries.list().queryKey)?.error).toMatchObject({
      failure: { status: 403 },
    });
  });

  it('seeds a bot user from its loaded row, and forgets it when its page is left', async () => {
    const service = new SimulatedService(range(1, 3));
    const tab = openTab(service);
    await tab.loadFirst();
    expect(await tab.client.query(tab.queries.detail(idOf(2)))).toBe(tab.cache.find(idOf(2)));
    expect(service.requests).toHaveLength(1);
    await vi.waitFor(() => expect(tab.client.getQueryCache().getAll()).toHaveLength(1));
  });
});

describe('a change while a page is under way', () => {
  it('is not undone by it, neither in loaded rows nor in its own', async () => {
    const service = new SimulatedService(range(1, 6));
    const tab = openTab(service);
    await tab.loadFirst();
    service.auto = false;
    const all = tab.loadAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    service.waiting[0]?.happen();
    const requestedAt = Date.now();
    for (const changed of [bot(6, { name: 'new', active: false }), bot(2, { name: 'new' })])
      tab.publish({ type: 'updated', bot: changed, requestedAt });
    tab.publish({ type: 'deleted', id: idOf(5) });
    tab.publish({ type: 'deleted', id: idOf(3) });
    tab.publish({ type: 'created', bot: bot(7), requestedAt });
    service.waiting[0]?.answer();
    await all;
    expect(tab.ranks()).toEqual([7, 6, 4, 2, 1]);
    expect(tab.rows().map(({ name }) => name)).toEqual([
      'name 7',
      'new',
      'name 4',
      'new',
      'name 1',
    ]);
    expect(tab.activeOf(6)).toBe(false);
  });

  it('survives that the person leaves the list, which cancels the page', async () => {
    const service = new SimulatedService(range(1, 6));
    const tab = openTab(service);
    const observer = new InfiniteQueryObserver(tab.client, tab.queries.list());
    const leave = observer.subscribe(() => {});
    await vi.waitFor(() => expect(tab.rows()).toHaveLength(3));
    service.auto = false;
    void observer.fetchNextPage({ cancelRefetch: false });
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    const renamed = bot(6, { name: 'new' });
    tab.publish({ type: 'updated', bot: renamed, requestedAt: Date.now() });
    leave();
    await settled();
    expect(tab.cache.find(idOf(6))?.name).toBe('new');
  });

  it('replaces one page and one row only', async () => {
    const tab = openTab(new SimulatedService(range(1, 9)));
    await tab.loadFirst();
    await tab.loadAll.start();
    const before = tab.cache.data()?.pages ?? [];
    const rows = tab.rows();
    tab.publish({ type: 'updated', bot: bot(5, { name: 'new' }), requestedAt: Date.now() });
    const after = tab.cache.data()?.pages ?? [];
    expect(after.map((page, at) => page === before[at])).toEqual([true, false, true]);
    expect(tab.rows().filter((row, at) => row !== rows[at])).toHaveLength(1);
  });

  it('tells nobody when nothing differs', async () => {
    const tab = openTab(new SimulatedService(range(1, 3)));
    await tab.loadFirst();
    const before = tab.cache.data();
    tab.publish({ type: 'updated', bot: bot(2), requestedAt: Date.now() });
    expect(tab.cache.data()).toBe(before);
  });
});

describe('two tabs', () => {
  async function openTabs(ranks: number[]) {
    const service = new SimulatedService(ranks);
    const channel = createChannels();
    const here = openTab(service, { channel: channel() });
    const there = openTab(service, { channel: channel() });
    await Promise.all([here.loadFirst(), there.loadFirst()]);
    service.requests = [];
    return { service, here, there };
  }

  it('agree without a request', async () => {
    const { service, here, there } = await openTabs([1, 2, 3]);
    await here.press(2, false);
    here.publish({ type: 'created', bot: service.create(4), requestedAt: Date.now() });
    here.publish({ type: 'deleted', id: idOf(1) });
    expect(there.rows()).toEqual(here.rows());
    expect(there.ranks()).toEqual([4, 3, 2]);
    expect(there.activeOf(2)).toBe(false);
    expect(service.requests).toHaveLength(1);
  });

  it('keep what was requested later, whichever answer comes last', async () => {
    const { service, here, there } = await openTabs([1, 2, 3]);
    const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
    service.auto = false;
    const early = here.press(2, false);
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    service.waiting[0]?.happen();
    now.mockReturnValue(2000);
    const late = there.press(2, true);
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    service.waiting[1]?.answer();
    await late;
    service.waiting[0]?.answer();
    await early;
    now.mockRestore();
    expect([here.activeOf(2), there.activeOf(2)]).toEqual([true, true]);
  });

  it('do not undo a switch that is under way, but tell what it goes back to', async () => {
    const { service, here, there } = await openTabs([1, 2, 3]);
    service.auto = false;
    const press = here.press(2, false).catch(() => {});
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    const renamed = bot(2, { name: 'renamed' });
    there.publish({ type: 'updated', bot: renamed, requestedAt: Date.now() });
    there.publish({ type: 'deleted', id: idOf(1) });
    expect(here.cache.find(idOf(2))).toMatchObject({ name: 'renamed', active: false });
    service.waiting[0]?.answer(refused());
    await press;
    expect(here.cache.find(idOf(2))).toMatchObject({ name: 'renamed', active: true });
    expect(here.ranks()).toEqual([3, 2]);
  });

  it('work with an answer that cannot be cloned or compared as text', async () => {
    const { service, here, there } = await openTabs([1, 2, 3]);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = JSON.stringify(bot(2, { active: false })).replace('}', `,"extra":${deep}}`);
    const answer = () => new Response(text, { headers: { 'content-type': 'application/json' } });
    service.refuse = (line) => (line.startsWith('PATCH') ? answer() : undefined);
    for (let times = 0; times < 2; times++) {
      expect(await here.press(2, false)).toMatchObject({ active: false });
      expect(here.switchActive.stateOf(idOf(2))).toBeUndefined();
    }
    expect([here.activeOf(2), there.activeOf(2)]).toEqual([false, false]);
  });

  it('have the page of a bot user tell that it was deleted in the other', async () => {
    const { here, there } = await openTabs([1, 2, 3]);
    const observer = new QueryObserver(here.client, here.queries.detail(idOf(2)));
    const leave = observer.subscribe(() => {});
    there.publish({ type: 'deleted', id: idOf(2) });
    expect(observer.getCurrentResult()).toMatchObject({
      data: bot(2),
      error: { failure: { status: 404 } },
    });
    leave();
  });
});

it('makes of a list as long as it gets a change in a millisecond', async () => {
  const service = new SimulatedService([]);
  const pages = 1000;
  service.page = (query) => {
    const first = Number(new URLSearchParams(query).get('before_id') ?? 100 * pages);
    return {
      bot_users: range(first - 99, first).map((rank) => bot(rank)),
      next_page_uri: first > 100 ? `?before_id=${first - 100}` : null,
    };
  };
  const tab = openTab(service);
  await tab.loadFirst();
  await tab.loadAll.start();
  expect(tab.cache.size()).toBe(100 * pages);
  const times = range(1, 50).map((rank) => {
    const begun = performance.now();
    tab.publish({ type: 'updated', bot: bot(rank * 1000, { active: false }), requestedAt: rank });
    return performance.now() - begun;
  });
  expect(Math.min(...times)).toBeLessThan(1);
});

describe('loading more', () => {
  it('counts rows that nobody can read, and goes on', async () => {
    const service = new SimulatedService(range(1, 4), 2);
    const { page } = service;
    service.page = (query) => {
      const read = page.call(service, query);
      return { ...read, bot_users: [...read.bot_users, { id: 1 }] };
    };
    const tab = openTab(service);
    await tab.loadFirst();
    await more(tab);
    expect(tab.ranks()).toEqual([4, 3, 2, 1]);
    expect(tab.cache.data()?.pages.map(({ unreadable }) => unreadable)).toEqual([1, 1]);
  });

  it.each([
    ['one made here', 1, 0, [6, 1, 2, 3, 4, 5]],
    ['one made here and one that is not', 1, 1, [6, 1, 2, 3, 4, 5, 7]],
    ['nothing but two made here', 3, 1, [8, 7, 6, 1, 2, 3, 4, 5, 9]],
  ])('misses nothing for a page with %s, oldest first', async (_what, here, elsewhere, all) => {
    const service = new SimulatedService(range(1, 5), 2);
    service.page = (query) => {
      const last = new URLSearchParams(query).get('before_id') ?? '';
      const below = service.bots.toReversed().filter(({ id }) => id > last);
      const bot_users = below.slice(0, 2);
      const next = `?before_id=${bot_users.at(-1)?.id}`;
      return { bot_users, next_page_uri: below.length > 2 ? next : null };
    };
    const tab = openTab(service);
    await tab.loadFirst();
    for (let made = 0; made < here; made++) {
      const created = service.create(service.bots.length + 1);
      tab.publish({ type: 'created', bot: created, requestedAt: Date.now() });
    }
    for (let made = 0; made < elsewhere; made++) service.create(service.bots.length + 1);
    await tab.loadAll.start();
    expect(tab.ranks()).toEqual(all);
    expect(endOfTab(tab)).toBe('last');
  });

  it('stops at the same page of one made here again and again', async () => {
    const service = new SimulatedService(range(1, 5), 2);
    const tab = openTab(service);
    await tab.loadFirst();
    const created = service.create(6);
    tab.publish({ type: 'created', bot: created, requestedAt: Date.now() });
    let pages = 0;
    service.page = () => ({ bot_users: [created], next_page_uri: `?before_id=${++pages}` });
    await tab.loadAll.start();
    expect(pages).toBe(2);
    expect(endOfTab(tab)).toBe('repeated');
  });

  it('leaves new rows above the first one to a refresh when the service begins again', async () => {
    const service = new SimulatedService(range(1, 3), 2);
    const tab = openTab(service);
    await tab.loadFirst();
    service.create(4);
    const { page } = service;
    service.page = () => page.call(service, '');
    await tab.loadAll.start();
    expect(tab.ranks()).toEqual([3, 2]);
    expect(endOfTab(tab)).toBe('repeated');
  });
});
