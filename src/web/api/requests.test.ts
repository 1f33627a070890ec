import { afterEach, expect, it, vi } from 'vitest';
import type { RequestEnd } from '#client/request-log.ts';
import { recordRequest, requests, unreachableSince } from '#web/api/requests.ts';
import { makeRequestEntry, makeResponse } from '#web/test/request-entry.ts';

afterEach(() => requests.set([]));

/** @param startedAt of a request that took ten milliseconds */
const entry = (startedAt: number, end?: Partial<RequestEnd>) =>
  makeRequestEntry(end, { number: startedAt, startedAt });
const noAnswer: Partial<RequestEnd> = { failure: { kind: 'network' } };

it.each([
  ['a success', makeResponse(200), undefined],
  ['a fault of the service', makeResponse(500), undefined],
  ['a service that is closed', makeResponse(503), 100],
  ['a gateway without a response', makeResponse(502), 100],
  ['a gateway that has waited long enough', makeResponse(504), 100],
  ['no response', noAnswer, 100],
  ['no response in time', { failure: { kind: 'timeout' } } as const, 100],
  ['a request that nobody waits for', { failure: { kind: 'cancelled' } } as const, undefined],
])('after %s', (_what, end, since) => {
  expect(unreachableSince([entry(100, end)])).toBe(since);
});

it('knows nothing of the service from the time without a connection of its own, also when that is over', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const lost = entry(100, noAnswer);
  recordRequest(lost);
  expect(unreachableSince([lost])).toBeUndefined();
  isOnline.mockReturnValue(true);
  expect(unreachableSince([lost])).toBeUndefined();
});

it('counts from the first request that did not reach it after the last one that did', () => {
  const lost = [entry(500), entry(400, noAnswer), entry(300, noAnswer)];
  const entries = [...lost, entry(200, makeResponse(200)), entry(100, noAnswer)];
  expect(unreachableSince(entries)).toBe(300);
  expect(unreachableSince([entry(600, makeResponse(200)), ...entries])).toBeUndefined();
  expect(unreachableSince([])).toBeUndefined();
});

const begun = (number: number) => entry(number);
const ended = (number: number) => entry(number, makeResponse(200));

it('shows the newest request first, and its end in its place', () => {
  recordRequest(begun(1));
  const before = requests.get();
  recordRequest(begun(2));
  recordRequest(ended(1));
  expect(requests.get().map(({ number, end }) => [number, end !== undefined])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(before).toHaveLength(1); // what was shown is not changed under the reader
});

it('keeps two hundred, and the end of an older one is no news', () => {
  for (let number = 1; number <= 201; number++) recordRequest(begun(number));
  recordRequest(ended(1));
  expect(requests.get()).toHaveLength(200);
  expect(requests.get().at(-1)?.number).toBe(2);
});
