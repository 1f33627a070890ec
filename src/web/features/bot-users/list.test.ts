import { InfiniteQueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { checkKey } from '#web/api/call.ts';
import { queryClient, run } from '#web/api/query-client.ts';
import {
  bots,
  created,
  numbers,
  openList,
  pageOf,
  range,
} from '#web/features/bot-users/list.test.helper.ts';
import { loadAll, loader, loadMore, stopLoading } from '#web/features/bot-users/loader.ts';
import { setActive } from '#web/features/bot-users/mutations.ts';
import { botUserList, listEnd, loadedBotUser, publish } from '#web/features/bot-users/queries.ts';
import { session } from '#web/session/session.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  startFakeService,
} from '#web/test/fake-service.ts';
import { signIn, TEST_KEY } from '#web/test/session.ts';

vi.mock('#web/jobs/changes-on-demand.ts', () => ({ recordChange: () => {} }));

const open = (count: number, pageSize = 3) => openList({ botUsers: makeBotUsers(count), pageSize });

describe('the list', () => {
  it('begins with the page that has checked the key', async () => {
    const service = startFakeService({ botUsers: makeBotUsers(2) });
    await checkKey(TEST_KEY, new AbortController().signal);
    await queryClient.infiniteQuery(botUserList);
    expect(numbers()).toEqual([1, 2]);
    expect(service.requests).toHaveLength(1);
  });

  it('puts what is created while its first page is read on top, and nothing else', async () => {
    const service = startFakeService({ botUsers: makeBotUsers(7), pageSize: 3 });
    const page = service.hold('GET /bot_users?');
    const list = queryClient.infiniteQuery(botUserList);
    const { happen } = await page.next();
    happen();
    created(0);
    publish({ type: 'updated', bot: makeBotUser(7), requestedAt: Date.now() });
    await page.answer();
    await list;
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  it('follows the query of next_page_uri only, to its end', async () => {
    const service = await open(7);
    expect(await loadAll()).toEqual({ kind: 'done', added: 4 });
    expect(numbers()).toEqual(range(1, 7));
    expect(service.requests[0]).toBe('GET /bot_users?limit=100&before_id=bot_000003');
    expect(listEnd()).toBe('last');
  });

  it.each([
    ['a cursor that repeats', bots(9), '?limit=100', 1, 'repeated'],
    ['pages with nothing new', bots(9), undefined, 2, 'repeated'],
    ['empty pages', [], undefined, 3, 'empty'],
  ])('ends at %s', async (_name, bot_users, next, requests, end) => {
    const service = startFakeService();
    let cursor = 0;
    service.on('GET', () => pageOf(bot_users, next ?? `?before_id=${++cursor}`));
    await queryClient.infiniteQuery(botUserList);
    await loadAll();
    await loadAll();
    await loadMore();
    expect(service.requests).toHaveLength(requests);
    expect(listEnd()).toBe(end);
  });

  it('goes on behind pages whose rows cannot be read', async () => {
    const service = startFakeService();
    let pages = 0;
    service.on('GET', () => pageOf([{}], ++pages < 5 ? `?before_id=${pages}` : null));
    await queryClient.infiniteQuery(botUserList);
    await loadAll();
    expect([pages, listEnd()]).toEqual([5, 'last']);
  });

  it('misses nothing after a page of two created here, where new ones come last', async () => {
    const service = await open(5, 2);
    for (const number of [6, 7]) {
      created(number);
      service.botUsers = [...service.botUsers, makeBotUser(number)];
    }
    expect(await loadAll()).toMatchObject({ kind: 'done' });
    expect(numbers()).toEqual([7, 6, 1, 2, 3, 4, 5]);
    expect(listEnd()).toBe('last');
  });

  it('stops at the same page of a row created here again and again', async () => {
    const service = await open(5, 2);
    created(6);
    let pages = 0;
    service.on('GET', () => pageOf(bots(6), `?before_id=${++pages}`));
    await loadAll();
    expect(pages).toBe(2);
    expect(listEnd()).toBe('repeated');
  });

  it('loses no row of a page at whose end its first one stands again', async () => {
    const service = await open(6);
    // Its order may be that of the last change.
    service.on('GET', () => pageOf(bots(4, 5, 1), null));
    await loadAll();
    expect(numbers()).toEqual(range(1, 5));
    expect(listEnd()).toBe('last');
  });

  it('reads nothing when its page is opened again, also after a page that failed', async () => {
    const service = await open(6);
    service.fail('GET', () => refuse(409));
    expect(await loadMore()).toEqual({ kind: 'failed', added: 0 });
    service.requests.length = 0;
    const close = new InfiniteQueryObserver(queryClient, botUserList).subscribe(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toEqual([]);
    expect(numbers()).toEqual([1, 2, 3]);
    close();
  });
});

describe('loading', () => {
  async function seconds(count: number) {
    const settle = async () => {
      for (let turns = 0; turns < 30; turns++)
        await new Promise((resolve) => setImmediate(resolve));
    };
    await settle();
    await vi.advanceTimersByTimeAsync(count * 1000);
    await settle();
  }
  /** However long the clock has to go on for it. */
  async function settled<Result>(work: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    void work.finally(() => over.abort());
    for (let turns = 0; turns < 200 && !over.signal.aborted; turns++) await seconds(1);
    return work;
  }
  async function waiting(what: string) {
    for (let turns = 0; turns < 200 && loader.get().waiting?.for !== what; turns++)
      await seconds(0.1);
    expect(loader.get()).toMatchObject({ status: 'all', waiting: { for: what } });
  }
  /** @param faults of the next requests */
  async function openLimited(...faults: Array<() => Response | Error>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const service = await open(6, 2);
    service.on('GET', () => faults.shift()?.());
    return service;
  }
  const tooMany = () => refuse(429, {}, { 'retry-after': '7' });

  it('of one page skips those that bring nothing', async () => {
    const service = await open(6);
    service.fail('GET', () => pageOf([], '?before_id=bot_000003'), 1);
    expect(await loadMore()).toEqual({ kind: 'done', added: 3 });
  });

  it.each([
    ['limit', tooMany],
    ['connection', noResponse],
  ])('of all waits for the %s, says so, and goes on', async (what, fault) => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(what === 'limit');
    const service = await openLimited(fault);
    const all = loadAll();
    await waiting(what);
    await seconds(5);
    expect(loader.get().waiting).toMatchObject({ for: what });
    expect(service.requests).toHaveLength(1);
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(await settled(all)).toEqual({ kind: 'done', added: 4 });
    expect(loader.get()).toEqual({ status: 'idle', waiting: undefined, error: undefined });
  });

  it('of all gives up after the last pause, keeps what came, and goes on from there', async () => {
    await openLimited(
      () => pageOf(bots(3), '?before_id=bot_000003'),
      noResponse,
      noResponse,
      noResponse,
    );
    const all = loadAll();
    expect(await settled(all)).toEqual({ kind: 'failed', added: 1 });
    expect(loader.get()).toMatchObject({ status: 'idle', error: { failure: { kind: 'network' } } });
    expect(numbers()).toEqual([1, 2, 3]);
    await run(setActive(makeBotUser(1).id), false);
    expect(loader.get().error).toBeDefined();
    const again = loadMore();
    expect(loader.get().error).toBeUndefined();
    expect(await settled(again)).toMatchObject({ kind: 'done' });
  });

  it('is stopped while it waits, and keeps what was changed meanwhile', async () => {
    const service = await openLimited(tooMany);
    const all = loadAll();
    await waiting('limit');
    publish({ type: 'updated', bot: makeBotUser(1, { active: false }), requestedAt: Date.now() });
    stopLoading();
    expect(await all).toEqual({ kind: 'stopped', added: 0 });
    await seconds(60);
    expect(service.sent('GET')).toHaveLength(1);
    expect(loadedBotUser(makeBotUser(1).id)?.active).toBe(false);
    expect(queryClient.isFetching()).toBe(0);
  });

  it('of all joins a page under way, and goes on when the list is left', async () => {
    const service = await open(9);
    const close = new InfiniteQueryObserver(queryClient, botUserList).subscribe(() => {});
    const held = service.hold('GET');
    const [more, all] = [loadMore(), loadAll()];
    await held.next();
    close();
    held.release();
    expect(await more).toEqual(await all);
    expect(service.requests).toHaveLength(2);
    expect(numbers()).toEqual(range(1, 9));
  });

  it('ends with its session, and does nothing in the next', async () => {
    const service = await openLimited(tooMany);
    const all = loadAll();
    await waiting('limit');
    session.end('signed-out');
    expect(await all).toMatchObject({ kind: 'stopped' });
    signIn();
    service.requests.length = 0;
    await seconds(60);
    expect(service.requests).toEqual([]);
    expect(loader.get().status).toBe('idle');
  });
});
