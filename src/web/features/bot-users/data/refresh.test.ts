// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { unreadableOf } from '#web/features/bot-users/data/cache.ts';
import { endOf } from '#web/features/bot-users/data/pages.ts';
import {
  bot,
  idOf,
  openTab,
  range,
  settled,
  SimulatedService,
  type Tab,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

const refused = () => Response.json({ msg: 'no' }, { status: 403 });

/** The service has so many, in pages of two; so many pages are loaded. */
async function open(size: number, pages = 1) {
  const service = new SimulatedService(range(1, size), 2);
  const tab = openTab(service);
  await tab.loadFirst();
  for (let loaded = 1; loaded < pages; loaded++) await more(tab);
  service.requests = [];
  return { service, tab };
}
async function more(tab: Tab) {
  const observer = new InfiniteQueryObserver(tab.client, tab.queries.list());
  const leave = observer.subscribe(() => {});
  await observer.fetchNextPage({ cancelRefetch: false });
  leave();
}
const found = async (work: Tab['refresh']) => {
  const outcome = await work.start();
  return outcome.kind === 'done' ? outcome.result : outcome;
};
const unreadable = ({ cache }: Tab) => unreadableOf(cache.data()?.pages ?? [], cache.checked.get());
const end = ({ cache }: Tab) => {
  const data = cache.data();
  return data && endOf(data);
};
function createHere({ service, tab }: Awaited<ReturnType<typeof open>>, rank: number) {
  tab.publish({ type: 'created', bot: service.create(rank), requestedAt: Date.now() });
}

describe('a refresh', () => {
  it('puts new rows in front, and asks for no page more than that', async () => {
    const { service, tab } = await open(6, 2);
    for (const rank of [7, 8, 9]) service.create(rank);
    service.edit(idOf(3), { name: 'not looked at' });
    expect(await found(tab.refresh)).toMatchObject({ added: 3, changed: 0, gone: [] });
    expect(tab.ranks()).toEqual([9, 8, 7, 6, 5, 4, 3]);
    expect(tab.cache.find(idOf(3))?.name).toBe('name 3');
    expect(service.requests).toHaveLength(2);
  });

  it('shows what has changed among the rows it reads, and lets go of those that are gone', async () => {
    const { service, tab } = await open(6, 2);
    service.edit(idOf(6), { active: false });
    service.remove(idOf(5), idOf(3));
    expect(await found(tab.refresh)).toEqual({
      added: 0,
      changed: 1,
      gone: [idOf(5)],
      isComplete: false,
    });
    expect(tab.ranks()).toEqual([6, 4, 3]);
  });

  it('leaves all other pages alone', async () => {
    const { service, tab } = await open(6, 3);
    service.edit(idOf(6), { active: false });
    const below = tab.cache.data()?.pages.slice(1);
    await tab.refresh.start();
    expect(
      tab.cache
        .data()
        ?.pages.slice(1)
        .map((page, at) => page === below?.[at]),
    ).toEqual([true, true]);
  });

  it('looks below rows that were made here: others may have made some between', async () => {
    const list = await open(2);
    for (const rank of [3, 4, 5]) list.service.create(rank);
    createHere(list, 6);
    expect(list.tab.ranks()).toEqual([6, 2, 1]);
    await list.tab.refresh.start();
    expect(list.tab.ranks()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('takes nothing away in a loop, nor a row that was made here for a known one after it', async () => {
    const list = await open(2);
    const { service, tab } = list;
    for (const rank of [3, 4, 5]) service.create(rank);
    createHere(list, 6);
    const { page } = service;
    service.page = () => page.call(service, '');
    expect(await found(tab.refresh)).toMatchObject({ gone: [], isComplete: false });
    expect(tab.ranks()).toEqual([6, 2, 1]);
    service.page = page;
    await tab.refresh.start();
    expect(tab.ranks()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('leaves the next page where it was', async () => {
    const { service, tab } = await open(5);
    service.create(6);
    await tab.refresh.start();
    await more(tab);
    expect(tab.ranks()).toEqual([6, 5, 4, 3, 2]);
  });

  it('begins anew where nothing was loaded', async () => {
    const { service, tab } = await open(0);
    for (const rank of range(1, 5)) service.create(rank);
    await tab.refresh.start();
    expect(tab.ranks()).toEqual([5, 4]);
    expect(end(tab)).toBeUndefined();
    await tab.loadAll.start();
    expect(tab.ranks()).toEqual([5, 4, 3, 2, 1]);
  });

  it('reads on to the only row that is here, which was made here', async () => {
    const list = await open(0);
    createHere(list, 1);
    for (const rank of [2, 3, 4]) list.service.create(rank);
    expect(await found(list.tab.refresh)).toMatchObject({ added: 3, gone: [] });
    expect(list.tab.ranks()).toEqual([4, 3, 2, 1]);
  });

  it('does not read all that there is when all that was loaded is gone', async () => {
    const { service, tab } = await open(1200);
    service.remove(idOf(1200), idOf(1199));
    await tab.refresh.start();
    expect(service.requests.length).toBeLessThan(550);
    expect(tab.ranks().slice(0, 2)).toEqual([1198, 1197]);
    await tab.loadAll.start();
    expect(tab.rows()).toEqual(service.bots);
    expect(end(tab)).toBe('last');
  });

  it('does not take rows that it cannot read for deleted', async () => {
    const { service, tab } = await open(4, 2);
    const { page } = service;
    service.page = (query) => {
      const read = page.call(service, query);
      return {
        ...read,
        bot_users: read.bot_users.map((each) =>
          (each as { id: string }).id === idOf(3) ? { id: 3 } : each,
        ),
      };
    };
    expect(await found(tab.refresh)).toMatchObject({ gone: [] });
    expect(await found(tab.checkAll)).toMatchObject({ gone: [] });
    expect(tab.ranks()).toEqual([4, 3, 2, 1]);
    expect(unreadable(tab)).toBe(1);
  });
});

describe('checking everything', () => {
  it('finds what was changed, deleted and made elsewhere, anywhere', async () => {
    const { service, tab } = await open(80, 3);
    service.create(81);
    service.edit(idOf(77), { name: 'new' });
    service.remove(idOf(79), idOf(75));
    expect(await found(tab.checkAll)).toMatchObject({
      changed: 1,
      gone: [idOf(79), idOf(75)],
      isComplete: true,
    });
    expect(tab.rows()).toEqual(service.bots.slice(0, tab.rows().length));
    await tab.loadAll.start();
    expect(tab.rows()).toEqual(service.bots);
  });

  it('knows by a row below it that the last one is gone, and need not read on for it', async () => {
    const { service, tab } = await open(40);
    service.remove(idOf(39));
    expect(await found(tab.checkAll)).toMatchObject({ gone: [idOf(39)] });
    expect(service.requests.length).toBeLessThan(5);
    await tab.loadAll.start();
    expect(tab.rows()).toEqual(service.bots);
  });

  it('does not take rows that were loaded meanwhile away, nor what was made', async () => {
    const list = await open(8, 2);
    const { service, tab } = list;
    service.auto = false;
    const check = tab.checkAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    const press = more(tab);
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    createHere(list, 9);
    service.waiting[0]?.answer();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(3));
    service.auto = true;
    for (const waiting of service.waiting.slice(1)) waiting.answer();
    await press;
    expect(await check).toMatchObject({ result: { added: 0, gone: [] } });
    expect(tab.ranks()).toEqual([9, 8, 7, 6, 5, 4, 3]);
  });

  it('does not undo what was changed or deleted here after it had read that', async () => {
    const { service, tab } = await open(8, 2);
    service.create(9);
    service.auto = false;
    const check = tab.checkAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    service.waiting[0]?.answer();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    const requestedAt = Date.now();
    tab.publish({ type: 'updated', bot: bot(8, { active: false }), requestedAt });
    tab.publish({ type: 'deleted', id: idOf(9) });
    service.auto = true;
    service.waiting[1]?.answer();
    await check;
    expect(tab.activeOf(8)).toBe(false);
    expect(tab.ranks()).toEqual([8, 7, 6, 5]);
  });

  it.each([
    ['a loop', () => ({ bot_users: [bot(8), bot(7)], next_page_uri: '?before_id=bot_000007' })],
    [
      'empty pages',
      (query: string) => ({ bot_users: [], next_page_uri: `?before_id=1${query.length}` }),
    ],
  ])('says that it could not look at everything for %s', async (_what, answer) => {
    const { service, tab } = await open(8, 2);
    service.remove(idOf(6), idOf(5));
    const { page } = service;
    service.page = (query) =>
      query.includes('before_id') ? answer(query) : page.call(service, query);
    expect(await found(tab.checkAll)).toMatchObject({ gone: [], isComplete: false });
    expect(tab.ranks()).toEqual([8, 7, 6, 5]);
    expect(tab.cache.checked.get().at).toBe(0);
  });

  it('gets over a list that has ended at a fault of the service', async () => {
    const { service, tab } = await open(8);
    const { page } = service;
    service.page = () => page.call(service, '');
    await tab.loadAll.start();
    expect(end(tab)).toBe('repeated');
    service.page = page;
    await tab.checkAll.start();
    expect(end(tab)).toBeUndefined();
    await tab.loadAll.start();
    expect(tab.rows()).toEqual(service.bots);
  });

  it('counts the rows that nobody can read anew, also on pages that came meanwhile', async () => {
    const { service, tab } = await open(6);
    const { page } = service;
    const lossy = (count: number) => {
      service.page = (query) => {
        const read = page.call(service, query);
        return { ...read, bot_users: [...read.bot_users, ...range(1, count)] };
      };
    };
    lossy(2);
    await more(tab);
    expect(unreadable(tab)).toBe(2);
    lossy(1);
    await tab.checkAll.start();
    expect(unreadable(tab)).toBe(2);
    await more(tab);
    expect(unreadable(tab)).toBe(3);
    lossy(0);
    await tab.checkAll.start();
    expect(unreadable(tab)).toBe(0);
  });

  it('says since when all of it has been looked at', async () => {
    const { tab } = await open(8, 2);
    const begun = Date.now();
    await tab.checkAll.start();
    expect(tab.cache.checked.get().at).toBeGreaterThanOrEqual(begun);
  });

  it('ends without a trace of the page that was under way, and begins at the top again', async () => {
    const { service, tab } = await open(8, 4);
    service.create(9);
    service.remove(idOf(5));
    service.auto = false;
    const check = tab.checkAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    tab.checkAll.stop();
    service.waiting[0]?.answer();
    expect(await check).toEqual({ kind: 'stopped' });
    await settled();
    expect(tab.ranks()).toEqual(range(1, 8).toReversed());
    service.auto = true;
    await tab.checkAll.start();
    expect(tab.rows()).toEqual(service.bots);
  });

  it('does not make a refresh by hand wait, and neither undoes the other', async () => {
    const { service, tab } = await open(12, 6);
    service.auto = false;
    const check = tab.checkAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    service.waiting[0]?.happen();
    service.create(13);
    const byHand = tab.refresh.start();
    service.waiting[0]?.answer();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    service.waiting[1]?.answer();
    expect(await byHand).toMatchObject({ result: { added: 1 } });
    service.auto = true;
    for (const waiting of service.waiting) waiting.answer();
    await check;
    expect(tab.rows()).toEqual(service.bots);
  });

  it('does not take in a page that it requested before a refresh by hand', async () => {
    const { service, tab } = await open(6, 3);
    service.auto = false;
    const check = tab.checkAll.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(1));
    service.waiting[0]?.happen();
    service.create(7);
    const byHand = tab.refresh.start();
    await vi.waitFor(() => expect(service.waiting).toHaveLength(2));
    service.waiting[1]?.answer();
    expect(await byHand).toMatchObject({ result: { added: 1 } });
    service.auto = true;
    service.waiting[0]?.answer();
    expect(await check).toMatchObject({ result: { added: 0, gone: [] } });
    expect(tab.rows()).toEqual(service.bots);
  });

  it('leaves the rows as they are when it fails, and a later one tells of no failure', async () => {
    const { service, tab } = await open(4, 2);
    service.remove(idOf(4));
    service.refuse = refused;
    expect(await tab.checkAll.start()).toMatchObject({ kind: 'failed' });
    expect(tab.checkAll.get()).toMatchObject({ status: 'failed' });
    expect(tab.ranks()).toEqual([4, 3, 2, 1]);
    service.refuse = undefined;
    await tab.checkAll.start();
    expect(tab.checkAll.get()).toMatchObject({ status: 'idle', error: null });
  });
});
