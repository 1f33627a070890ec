import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { createPacer, type Pacer } from '#web/api/pacer.ts';

const tooMany = (retryAfterMs?: number) =>
  new ApiError('', {
    kind: 'status',
    status: 429,
    fields: {},
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Sends so many requests at once through the pacer; `sent` is when each went out, in seconds from now. */
function sending(pacer: Pacer, requests: number, answer: () => unknown = () => undefined) {
  const begin = performance.now();
  const leaving = new AbortController();
  const sent: number[] = [];
  const pauses: number[] = [];
  const options = { signal: leaving.signal, onPause: (ms: number) => pauses.push(ms / 1000) };
  const all = Promise.allSettled(
    Array.from({ length: requests }, () =>
      pacer.run(async (turn) => {
        await turn();
        sent.push((performance.now() - begin) / 1000);
        return answer();
      }, options),
    ),
  );
  return { sent, pauses, all, leave: () => leaving.abort(new Error('left')) };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
/** Answers in turn; the last one stays. */
const inTurn = (...answers: unknown[]) => {
  return () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
};

it('starts four fifths of the limit in any minute, and no more', async () => {
  const { sent } = sending(createPacer(5), 10);
  await seconds(59.9);
  expect(sent).toEqual([0, 0, 0, 0]);
  await seconds(0.2);
  expect(sent.slice(4)).toEqual([60, 60, 60, 60]);
  await seconds(60);
  expect(sent.slice(8)).toEqual([120, 120]);
});

it('counts a minute from each start, also over the end of one job', async () => {
  const pacer = createPacer(5);
  sending(pacer, 3);
  await seconds(40);
  const { sent } = sending(pacer, 3);
  await seconds(60);
  // One place was left; the others come free 60 s after the first job.
  expect(sent).toEqual([0, 20, 20]);
});

it('lets everything pass where there is no limit', async () => {
  const pacer = createPacer(null);
  const { sent } = sending(pacer, 1000);
  await seconds(0);
  expect(sent).toHaveLength(1000);
  expect(pacer.msFor(100_000)).toBe(0);
});

it('always lets one pass', async () => {
  const { sent } = sending(createPacer(1), 2);
  await seconds(60);
  expect(sent).toEqual([0, 60]);
});

it('tells the time that so many take from now on', async () => {
  const pacer = createPacer(10);
  expect([pacer.msFor(0), pacer.msFor(8), pacer.msFor(9), pacer.msFor(17)]).toEqual([
    0, 0, 60_000, 120_000,
  ]);
  sending(pacer, 8);
  await seconds(15);
  expect(pacer.msFor(1)).toBe(45_000);
});

it('waits as long as the service asks, with everything, and sends again', async () => {
  const pacer = createPacer(null);
  const { sent, pauses, all } = sending(pacer, 1, inTurn(tooMany(30_000), 'done'));
  await seconds(1);
  const other = sending(pacer, 1);
  expect([pauses, pacer.msFor(1)]).toEqual([[30], 29_000]);
  await seconds(29);
  expect(await all).toEqual([{ status: 'fulfilled', value: 'done' }]);
  expect([sent, other.sent]).toEqual([[0, 30], [29]]);
});

it('waits longer each time where the service names no pause, until one request has passed', async () => {
  const pacer = createPacer(null);
  const refusals = Array.from({ length: 7 }, () => tooMany());
  const { pauses } = sending(pacer, 1, inTurn(...refusals, 'done'));
  await seconds(200);
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  const next = sending(pacer, 1, inTurn(tooMany(0), 'done'));
  await seconds(2);
  expect(next.pauses).toEqual([1]);
});

it('takes several refusals at once for one', async () => {
  const answers = [tooMany(), tooMany(), tooMany(), 'done'];
  const { sent } = sending(createPacer(null), 3, inTurn(...answers));
  await seconds(1);
  expect(sent).toEqual([0, 0, 0, 1, 1, 1]);
});

it('takes a pause of more than an hour for a mistake', async () => {
  const month = 31 * 24 * 3_600_000;
  const { sent, pauses } = sending(createPacer(null), 1, inTurn(tooMany(month), 'done'));
  await seconds(3599);
  expect([sent, pauses]).toEqual([[0], [3600]]);
  await seconds(1);
  expect(sent).toEqual([0, 3600]);
});

it('says at once that it pauses to whoever comes in the middle', async () => {
  const pacer = createPacer(null);
  sending(pacer, 1, inTurn(tooMany(30_000), 'done'));
  await seconds(10);
  expect(sending(pacer, 1).pauses).toEqual([20]);
});

it('forgets the pause that another key was asked for', async () => {
  const pacer = createPacer(null);
  const { leave } = sending(pacer, 1, inTurn(tooMany(30_000), 'done'));
  await seconds(1);
  leave();
  pacer.clear();
  expect(pacer.msFor(1)).toBe(0);
  const { sent, pauses } = sending(pacer, 1);
  await seconds(0);
  expect([sent, pauses]).toEqual([[0], []]);
});

it('leaves any other failure to the caller', async () => {
  const { all } = sending(createPacer(null), 1, inTurn(new Error('broken')));
  expect(await all).toEqual([{ status: 'rejected', reason: new Error('broken') }]);
});

it('ends at once when the caller leaves, while it waits and before it starts', async () => {
  const { sent, all, leave } = sending(createPacer(10), 12);
  await seconds(10);
  leave();
  const results = await all;
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(sent).toHaveLength(8);
});
