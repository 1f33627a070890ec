// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/api-error.ts';
import {
  browserConnection,
  retryTransient,
  type Connection,
  type Waiting,
} from '#web/features/bot-users/data/patience.ts';

const failed = (failure: ApiFailure) => new ApiError('', failure);
const status = (code: number) => failed({ kind: 'status', status: code, fields: {} });
const network = failed({ kind: 'network' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Answers in turn, the last one again and again. */
function trying(answers: unknown[], connection: Connection = browserConnection) {
  const leaving = new AbortController();
  const told: Array<Waiting['for'] | undefined> = [];
  const tries: number[] = [];
  const begin = performance.now();
  const attempt = async () => {
    tries.push((performance.now() - begin) / 1000);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const result = retryTransient(attempt, connection, leaving.signal, (waiting) =>
    told.push(waiting?.for),
  ).catch((error: unknown) => error);
  return { result, told, tries, leave: () => leaving.abort(new Error('left')) };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

it.each([
  network,
  status(502),
  failed({ kind: 'timeout', afterMs: 1 }),
  failed({ kind: 'offline' }),
])('tries again after a fault that passes: $failure', async (error) => {
  const { result, told, tries } = trying([error, error, 'page']);
  await seconds(10);
  expect(await result).toBe('page');
  expect(tries).toEqual([0, 2, 6]);
  expect(told).toEqual(['fault', undefined, 'fault', undefined]);
});

it('gives up after five pauses, with what came last', async () => {
  const { result, tries } = trying([network, network, network, network, network, status(503)]);
  await seconds(100);
  expect(await result).toMatchObject({ failure: { status: 503 } });
  expect(tries).toEqual([0, 2, 6, 14, 30, 60]);
});

it.each([status(403), failed({ kind: 'shape', issues: [] }), new Error('a defect')])(
  'does not try again what stays as it is: %s',
  async (error) => {
    const { result, tries } = trying([error]);
    expect(await result).toBe(error);
    expect(tries).toEqual([0]);
  },
);

it('waits for the connection as long as there is none, and has all its patience again then', async () => {
  let isThere = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isThere);
  const { result, told, tries } = trying([network, network, network, network, 'page']);
  await seconds(1);
  isThere = false;
  await seconds(3599);
  expect(tries).toEqual([0, 2]);
  expect(told).toEqual(['fault', undefined, 'connection']);
  isThere = true;
  window.dispatchEvent(new Event('online'));
  await seconds(6);
  expect(await result).toBe('page');
  expect(tries).toEqual([0, 2, 3600, 3602, 3606]);
});

it.each([true, false])('is left at once while it waits, with a connection: %s', async (isThere) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  const { result, leave } = trying([network]);
  await seconds(1);
  leave();
  expect(await result).toMatchObject({ message: 'left' });
});

it('does not wait for a connection when it was left already', async () => {
  const left = AbortSignal.abort(new Error('left'));
  await expect(browserConnection.comes(left)).rejects.toThrow('left');
});
