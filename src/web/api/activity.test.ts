// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity, createActivity } from '#web/api/activity.ts';
import { session } from '#web/session/session.ts';

const begun = (number: number, more: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  number,
  attempt: 1,
  template: '/bot_users/{id}',
  startedAt: 0,
  method: 'GET',
  base: 'https://api.test',
  path: `/bot_users/b${number}`,
  headers: {},
  ...more,
});
const ended = (number: number, deviations: string[] = [], more: Partial<RequestLogEntry> = {}) =>
  begun(number, { ...more, end: { durationMs: 1, deviations } });

afterEach(() => activity.clear());

it('shows the newest request first, and its end in its place', () => {
  const { record, get } = createActivity();
  record(begun(1));
  const before = get().entries;
  record(begun(2));
  record(ended(1));
  expect(get().entries.map(({ number, end }) => [number, end !== undefined])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(before).toHaveLength(1); // what was shown is not changed under the reader
});

it('keeps five hundred, and the end of an older one is no news', () => {
  const { record, get } = createActivity();
  for (let number = 1; number <= 501; number++) record(begun(number));
  record(ended(1));
  expect(get().entries).toHaveLength(500);
  expect(get().entries.at(-1)?.number).toBe(2);
});

it('counts what differed by operation, also of requests that are no longer kept', () => {
  const { record, get } = createActivity();
  for (let number = 1; number <= 600; number++) {
    record(begun(number));
    record(ended(number, ['metadata is not documented']));
  }
  record(begun(601, { method: 'PATCH' }));
  record(ended(601, ['metadata is not documented'], { method: 'PATCH' }));
  expect(get().deviations).toEqual([
    {
      method: 'GET',
      template: '/bot_users/{id}',
      text: 'metadata is not documented',
      times: 600,
      last: 600,
    },
    {
      method: 'PATCH',
      template: '/bot_users/{id}',
      text: 'metadata is not documented',
      times: 1,
      last: 601,
    },
  ]);
});

it('tells its listeners of each change until they leave', () => {
  const { record, subscribe, clear } = createActivity();
  let told = 0;
  const leave = subscribe(() => told++);
  record(begun(1));
  clear();
  leave();
  record(begun(2));
  expect(told).toBe(2);
});

it('ends with the session', () => {
  session.signIn('a-key', false);
  activity.record(begun(1));
  activity.record(ended(1, ['x is not documented']));
  session.end('signed-out');
  expect(activity.get().entries).toEqual([]);
  expect(activity.get().deviations).toEqual([]);
});
