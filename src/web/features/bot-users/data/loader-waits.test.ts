import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCall } from '#client/api-client.ts';
import { sleep } from '#client/retry.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { createRateLimiter } from '#web/api/rate-limiter.ts';
import { SessionEnded } from '#web/session/session-ended.ts';
import { createLoader } from '#web/features/bot-users/data/loader.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';
import {
  FIRST,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const network = new TypeError('no answer');
const broken = Response.json({}, { status: 500 });
const tooMany = Response.json({}, { status: 429, headers: { 'retry-after': '7' } });

/**
 * Loads from a service with six rows.
 *
 * @param faults what the next requests fail with
 */
function loading(
  faults: Array<Error | Response>,
  { requestsPerMinute = null as number | null, secondsToAnswer = 0 } = {},
) {
  const service = new SimulatedService(1, 2, 3, 4, 5, 6);
  const rows = createRowStore();
  const asked: number[] = [];
  const session = new AbortController();
  const begin = performance.now();
  const limiter = createRateLimiter(() => requestsPerMinute);
  const call = createCall({
    baseUrl: 'https://api.test',
    apiKey: () => null,
    acquire: limiter.acquire,
    onRequest: limiter.notice,
    async fetch(request) {
      asked.push((performance.now() - begin) / 1000);
      if (secondsToAnswer > 0) await sleep(secondsToAnswer * 1000, request.signal);
      const fault = faults.shift();
      if (fault instanceof Response) return fault.clone();
      if (fault) throw fault;
      const { bot_users, next_page_uri } = service.page(new URL(request.url).search.slice(1));
      return Response.json({ bot_users, next_page_uri });
    },
  });
  const loader = createLoader(
    {
      rows,
      first: FIRST,
      limiter,
      session: session.signal,
      async readPage(query, options) {
        const page = await call(botUserEndpoints.list, { query }, options);
        return { ...page, isEmpty: page.bot_users.length === 0 };
      },
    },
    service.page(FIRST),
  );
  return { rows, loader, asked, endSession: () => session.abort(new SessionEnded()) };
}

const waiting = ({ loader }: ReturnType<typeof loading>) => loader.state().progress?.waiting;

it('waits as long as the service asks for, says so, and goes on', async () => {
  const tab = loading([tooMany]);
  const all = tab.loader.run('all');
  await seconds(1);
  expect(waiting(tab)).toEqual({ for: 'limit', until: performance.now() + 6000 });
  await seconds(6);
  expect(await all).toEqual({ kind: 'done', added: 4 });
  expect(tab.asked).toEqual([0, 7, 7]);
  expect(tab.loader.state()).toMatchObject({ progress: undefined, failure: undefined });
});

it('says no longer that it waits when it asks again', async () => {
  const tab = loading([tooMany, network], { secondsToAnswer: 5 });
  void tab.loader.run('all');
  await seconds(5 + 6);
  expect(waiting(tab)?.for).toBe('limit');
  await seconds(1);
  expect(waiting(tab)).toBeUndefined();
  await seconds(5);
  expect(waiting(tab)?.for).toBe('fault');
  await seconds(2);
  expect(waiting(tab)).toBeUndefined();
});

it('goes on after faults that pass', async () => {
  const tab = loading([network, network]);
  const all = tab.loader.run('all');
  await seconds(3);
  expect(waiting(tab)).toEqual({ for: 'fault', until: performance.now() + 9000 });
  await seconds(9);
  expect(await all).toEqual({ kind: 'done', added: 4 });
  expect(tab.asked).toEqual([0, 2, 12, 12]);
});

it.each(['more', 'refresh', 'all', 'check'] as const)(
  'asks three times for a page that always answers 500: %s',
  async (task) => {
    const tab = loading(Array.from({ length: 9 }, () => broken));
    const work = tab.loader.run(task);
    await seconds(600);
    expect(await work).toMatchObject({ kind: 'failed' });
    expect(tab.asked).toHaveLength(3);
  },
);

it('gives up after the last pause, and a further press goes on from there', async () => {
  const tab = loading([broken, broken, broken]);
  const all = tab.loader.run('all');
  await seconds(60);
  const error = { failure: { status: 500 } };
  expect(await all).toMatchObject({ kind: 'failed', error });
  expect(tab.loader.state()).toMatchObject({
    failure: { task: 'all', error },
    wanted: [],
    progress: undefined,
  });
  expect(tab.rows.size).toBe(2);
  expect(await tab.loader.run('all')).toEqual({ kind: 'done', added: 4 });
  expect(tab.loader.state().failure).toBeUndefined();
});

it('is cancelled while it waits', async () => {
  const tab = loading([tooMany]);
  const all = tab.loader.run('all');
  await seconds(1);
  tab.loader.cancel();
  expect(await all).toEqual({ kind: 'cancelled' });
  await seconds(60);
  expect(tab.asked).toHaveLength(1);
  expect(tab.loader.state()).toMatchObject({ wanted: [], progress: undefined });
});

it('keeps the pace of the budget for long work, and lets a press by hand pass', async () => {
  const tab = loading([], { requestsPerMinute: 1 });
  const all = tab.loader.run('all');
  await seconds(59);
  expect(tab.asked).toEqual([0]);
  await seconds(1);
  expect(await all).toEqual({ kind: 'done', added: 4 });
  const refresh = tab.loader.run('refresh');
  await seconds(0);
  expect(await refresh).toMatchObject({ kind: 'done' });
  expect(tab.asked).toEqual([0, 60, 60]);
});

it('tells how much it has read, and in which time', async () => {
  const tab = loading([], { requestsPerMinute: 1 });
  void tab.loader.run('all');
  await seconds(30);
  void tab.loader.run('check');
  expect(tab.loader.state()).toMatchObject({ wanted: ['all', 'check'], progress: { read: 2 } });
  await seconds(30);
  expect(tab.loader.state()).toMatchObject({ wanted: ['check'], progress: { read: 0 } });
  await seconds(60);
  expect(tab.loader.state().progress).toEqual({ read: 2, elapsed: 60_000 });
});

it.each([
  ['its budget is used', [], { requestsPerMinute: 1 }, 60],
  ['a fault may pass', [network], { requestsPerMinute: null }, 1],
] as const)(
  'lets a press pass while it waits because %s, and goes on',
  async (_why, faults, limit, total) => {
    const tab = loading([...faults], limit);
    const all = tab.loader.run('all');
    await seconds(1);
    const asked = tab.asked.length;
    const refresh = tab.loader.run('refresh');
    await seconds(0);
    expect(await refresh).toMatchObject({ kind: 'done' });
    expect(tab.asked[asked]).toBe(1);
    await seconds(total - 1);
    expect(await all).toEqual({ kind: 'done', added: 4 });
    expect(tab.rows.size).toBe(6);
  },
);

it('reads no page twice for a press that takes the one that it waits for', async () => {
  const tab = loading([tooMany]);
  const all = tab.loader.run('all');
  await seconds(3);
  const more = tab.loader.run('more');
  await seconds(4);
  expect(await more).toEqual({ kind: 'done', added: 2 });
  expect(await all).toEqual({ kind: 'done', added: 2 });
  expect(tab.asked).toEqual([0, 7, 7]);
});

it('says again why it waits after a press has passed', async () => {
  const tab = loading([tooMany]);
  void tab.loader.run('all');
  await seconds(1);
  expect(await tab.loader.run('refresh')).toMatchObject({ error: { failure: { kind: 'paused' } } });
  await seconds(1);
  expect(waiting(tab)).toEqual({ for: 'limit', until: performance.now() + 5000 });
});

it('ends with its session, whatever it waits for, and does nothing in the next', async () => {
  const tab = loading([tooMany]);
  const outcomes = (['all', 'check'] as const).map((task) => tab.loader.run(task));
  await seconds(1);
  tab.endSession();
  expect(await Promise.all(outcomes)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  expect(await tab.loader.run('refresh')).toEqual({ kind: 'cancelled' });
  await seconds(60);
  expect(tab.asked).toEqual([0]);
  expect(tab.loader.state()).toMatchObject({ wanted: [], progress: undefined });
});
