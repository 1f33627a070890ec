// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/api-error.ts';
import { sleep } from '#client/sleep.ts';
import { createPacer } from '#web/api/pacer.ts';
import { SessionEnded } from '#web/session/session.ts';
import { createLoader } from '#web/features/bot-users/data/loader.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';
import {
  FIRST,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const failed = (failure: ApiFailure) => new ApiError('', failure);
const network = failed({ kind: 'network' });
const tooMany = failed({ kind: 'status', status: 429, fields: {}, retryAfterMs: 7000 });

/**
 * Loads from a service with six rows.
 *
 * @param faults what the next requests fail with
 */
function loading(
  faults: Error[],
  { requestsPerMinute = null as number | null, secondsToAnswer = 0 } = {},
) {
  const service = new SimulatedService(1, 2, 3, 4, 5, 6);
  const rows = createRowStore();
  const asked: number[] = [];
  const connection = { isThere: true, comes: () => {} };
  const session = new AbortController();
  const begin = performance.now();
  const loader = createLoader(
    {
      rows,
      first: FIRST,
      pacer: createPacer(requestsPerMinute),
      connection: {
        isThere: () => connection.isThere,
        comes: (signal) =>
          new Promise((resolve, reject) => {
            connection.comes = resolve;
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      },
      session: session.signal,
      async readPage(query, { signal, turn }) {
        signal.throwIfAborted();
        await turn?.();
        asked.push((performance.now() - begin) / 1000);
        if (secondsToAnswer > 0) await sleep(secondsToAnswer * 1000, signal);
        const fault = faults.shift();
        if (fault) throw fault;
        return service.page(query);
      },
    },
    service.page(FIRST),
  );
  return { rows, loader, asked, connection, endSession: () => session.abort(new SessionEnded()) };
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
  expect(waiting(tab)).toEqual({ for: 'fault', until: performance.now() + 3000 });
  await seconds(3);
  expect(await all).toEqual({ kind: 'done', added: 4 });
  expect(tab.asked).toEqual([0, 2, 6, 6]);
});

it('waits for the connection', async () => {
  const tab = loading([network]);
  tab.connection.isThere = false;
  const all = tab.loader.run('all');
  await seconds(3600);
  expect(waiting(tab)).toEqual({ for: 'connection', until: Infinity });
  tab.connection.comes();
  expect(await all).toEqual({ kind: 'done', added: 4 });
});

it('gives up after the last pause, and a further press goes on from there', async () => {
  const tab = loading(Array.from({ length: 6 }, () => network));
  const all = tab.loader.run('all');
  await seconds(60);
  expect(await all).toEqual({ kind: 'failed', error: network });
  expect(tab.loader.state()).toMatchObject({
    failure: { task: 'all', error: network },
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

it.each(['refresh', 'more', 'all', 'check'] as const)(
  'has an outcome for %s also when the session ends',
  async (task) => {
    const error = new SessionEnded();
    const tab = loading([error]);
    expect(await tab.loader.run(task)).toEqual({ kind: 'failed', error });
    expect(tab.asked).toEqual([0]);
    expect(tab.loader.state().wanted).toEqual([]);
  },
);

it.each([
  ['the service asks it to', [tooMany], { requestsPerMinute: null }, 7],
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

it('lets a press pass while it waits for the connection', async () => {
  const tab = loading([network, network, network]);
  tab.connection.isThere = false;
  const all = tab.loader.run('all');
  await seconds(60);
  expect(await tab.loader.run('more')).toEqual({ kind: 'failed', error: network });
  await seconds(60);
  expect(waiting(tab)?.for).toBe('connection');
  tab.connection.comes();
  expect(await all).toEqual({ kind: 'done', added: 4 });
});

it('reads no page twice for a press that takes the one that it waits for', async () => {
  const tab = loading([tooMany]);
  const all = tab.loader.run('all');
  await seconds(1);
  expect(await tab.loader.run('more')).toEqual({ kind: 'done', added: 2 });
  await seconds(6);
  expect(await all).toEqual({ kind: 'done', added: 2 });
  expect(tab.asked).toEqual([0, 1, 7]);
});

it('says again why it waits after a press has passed', async () => {
  const tab = loading([tooMany]);
  void tab.loader.run('all');
  await seconds(1);
  await tab.loader.run('refresh');
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
