import { beforeEach, expect, it, vi } from 'vitest';
import { createCall, type CallOptions } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { retryAfterMs, sleep, type Waiting } from '#client/retry.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { refuse } from '#web/test/fake-service.ts';

beforeEach(() => vi.useFakeTimers());

const status = (code: number, retryAfter?: number) =>
  refuse(code, {}, { ...(retryAfter && { 'retry-after': `${retryAfter}` }) });
const page = Response.json({ bot_users: [] });
const network = new TypeError('no route');
type Service = Response | Error | 'silence';

/** Reads a page from a service that responds in turn, the last response again and again. */
function reading(responses: Service[], policy: CallOptions = { retry: 'background' }) {
  const leaving = new AbortController();
  const waits: Array<Waiting['for'] | undefined> = [];
  const sent: number[] = [];
  const begin = performance.now();
  const call = createCall({
    baseUrl: 'https://api.test',
    apiKey: () => null,
    async fetch({ signal }) {
      sent.push((performance.now() - begin) / 1000);
      const response = responses.length > 1 ? responses.shift() : responses[0];
      if (response instanceof Response) return response.clone();
      if (response instanceof Error) throw response;
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    },
  });
  const options = {
    signal: leaving.signal,
    onWait: (waiting: Waiting | undefined) => waits.push(waiting?.for),
    ...policy,
  };
  const result = call(botUserEndpoints.list, {}, options).then(
    () => 'read',
    (error: unknown) => failureOf(error) ?? error,
  );
  return { result, waits, sent, leave: () => leaving.abort(new Error('left')) };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const hours = (count: number) => seconds(3600 * count);

it.each<[CallOptions, number]>([
  [{ retry: 'interactive' }, 3],
  [{ retry: 'background' }, 3],
  [{ retry: 'background', once: true }, 1],
])('a page that always answers 500 is requested under %o: %i times', async (policy, times) => {
  const { result, sent } = reading([status(500)], policy);
  await hours(2);
  expect(await result).toMatchObject({ status: 500 });
  expect(sent).toHaveLength(times);
});

it('in the background each attempt has the whole time of a call', async () => {
  const { result, sent } = reading(['silence', 'silence', page]);
  await seconds(15 + 2 + 15 + 10);
  expect(await result).toBe('read');
  expect(sent).toEqual([0, 17, 42]);
});

it.each([status(403), status(404), Response.json('x')])(
  'does not try again what stays as it is',
  async (response) => {
    const { result, sent } = reading([response]);
    await hours(1);
    expect(await result).toHaveProperty('kind');
    expect(sent).toEqual([0]);
  },
);

const pageAfter = (count: number, response: Response) => [
  ...Array<Service>(count).fill(response),
  page,
];

it.each<[string, Service[], number[], Waiting['for']]>([
  ['long pauses after a 502', pageAfter(2, status(502)), [0, 2, 12], 'fault'],
  ['the same after no answer', [network, network, page], [0, 2, 12], 'fault'],
  ['what a 429 asks, as often', pageAfter(4, status(429, 60)), [0, 60, 120, 180, 240], 'limit'],
  ['longer each time after others', pageAfter(6, status(429)), [0, 1, 3, 7, 15, 31, 61], 'limit'],
  ['an hour where a 429 asks for more', [status(429, 31 * 24 * 3600), page], [0, 3600], 'limit'],
  ['what a 503 asks, three times at most', [status(503, 60)], [0, 60, 120], 'limit'],
])('in the background a read waits: %s', async (_, responses, starts, reason) => {
  const isRead = responses.includes(page);
  const { result, waits, sent } = reading(responses);
  await hours(1);
  expect(sent).toEqual(starts);
  expect(waits).toEqual(starts.slice(1).flatMap(() => [reason, undefined]));
  expect((await result) === 'read').toBe(isRead);
});

it('where somebody looks on it waits for a short pause of a 503 only, and for no connection', async () => {
  const limited = reading([status(429, 2)], { retry: 'interactive' });
  expect(await limited.result).toMatchObject({ status: 429, retryAfterMs: 2000 });
  expect([limited.sent, limited.waits]).toEqual([[0], []]);
  const short = reading([status(503, 4), page], { retry: 'interactive' });
  const long = reading([status(503, 6), page], { retry: 'interactive' });
  await hours(1);
  expect([await short.result, short.sent]).toEqual(['read', [0, 4]]);
  expect(await long.result).toMatchObject({ status: 503 });
  expect(long.sent).toEqual([0]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const offline = reading([network], { retry: 'interactive' });
  await seconds(2);
  expect(await offline.result).toEqual({ kind: 'network' });
});

it('in the background it waits for the connection without end, and begins anew then', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result, waits, sent } = reading([network, network, network, network, page]);
  await seconds(1);
  onLine.mockReturnValue(false);
  await seconds(3599);
  expect(sent).toEqual([0, 2]);
  expect(waits).toEqual(['fault', undefined, 'connection']);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await seconds(12);
  expect(await result).toBe('read');
  expect(sent).toEqual([0, 2, 3600, 3602, 3612]);
});

it('waits not at all for who has left already', async () => {
  const left = AbortSignal.abort(new Error('left'));
  for (const ms of [1000, Infinity]) await expect(sleep(ms, left)).rejects.toThrow('left');
});

it.each([
  ['a fault', true, network],
  ['the connection', false, network],
] as const)('is left at once while it waits for %s', async (_, onLine, response) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  const { result, waits, sent, leave } = reading([response]);
  await seconds(1);
  leave();
  expect(await result).toMatchObject({ message: 'left' });
  await hours(2);
  window.dispatchEvent(new Event('online'));
  expect(sent).toHaveLength(1);
  expect(waits).toHaveLength(1); // nobody is told any more
});

it.each([
  ['7', 7000],
  [' 120 ', 120_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0], // over already
  ['Mon, 07 Nov 1994 08:49:00 GMT', 3_600_000], // tomorrow
  ['9'.repeat(400), 3_600_000],
])('reads %s', (value, ms) => {
  vi.setSystemTime('1994-11-06T08:49:00Z');
  expect(retryAfterMs(value)).toBe(ms);
});

it.each([null, 'soon', '-5', '1.5', '2026-01-01', 'Sun, 99 Foo 1994 GMT', 'May 2030', '٣'])(
  'reads nothing from %j',
  (value) => expect(retryAfterMs(value)).toBeUndefined(),
);
