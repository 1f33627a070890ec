import { afterEach, expect, it, vi } from 'vitest';
import type { RequestEnd } from '#client/request-log.ts';
import { recordRequest, requests, unreachableSince } from '#web/api/requests.ts';
import { makeRequestEntry, makeResponse } from '#web/test/request-entry.ts';

afterEach(() => requests.set([]));

/** @param startedAt of a request that took ten milliseconds */
const entry = (startedAt: number, end?: Partial<RequestEnd>) =>
  makeRequestEntry(end, { number: startedAt, startedAt });
const response = (status: number, operationId?: string) =>
  makeResponse(status, operationId ? { 'operation-id': operationId } : {});
const noAnswer: Partial<RequestEnd> = { failure: { kind: 'network' } };

it.each([
  ['a success', response(200), undefined],
  ['a fault of the service', response(500), undefined],
  ['a service that is busy, by its own word', response(503, 'op_1'), undefined],
  ['a closed front', response(503), 100],
  ['a gateway without a response', response(502, 'op_1'), 100],
  ['a gateway that has waited long enough', response(504), 100],
  ['no response', noAnswer, 100],
  ['no response in time', { failure: { kind: 'timeout' } } as const, 100],
  ['a response that broke off', { failure: { kind: 'network', status: 200 } } as const, undefined],
  ['a request that nobody waits for', { failure: { kind: 'cancelled' } } as const, undefined],
])('after %s', (_what, end, since) => {
  expect(unreachableSince([entry(100, end)])).toBe(since);
});

it('knows nothing of the service without a connection of its own', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(unreachableSince([entry(100, noAnswer)])).toBeUndefined();
});

it('counts from the first request that did not reach it after the last one that did', () => {
  const lost = [entry(500), entry(400, noAnswer), entry(300, noAnswer)];
  const entries = [...lost, entry(200, response(200)), entry(100, noAnswer)];
  expect(unreachableSince(entries)).toBe(300);
  expect(unreachableSince([entry(600, response(200)), ...entries])).toBeUndefined();
  expect(unreachableSince([])).toBeUndefined();
});

it('goes by when requests have ended: a slow success may have started before a quick failure', () => {
  expect(
    unreachableSince([entry(150, noAnswer), entry(100, { ...response(200), durationMs: 90 })]),
  ).toBeUndefined();
});

const begun = (number: number) => entry(number);
const ended = (number: number) => entry(number, response(200));

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
