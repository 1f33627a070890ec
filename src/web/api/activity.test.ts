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
  redact: (text) => text,
  ...more,
});
const ended = (number: number) => begun(number, { end: { durationMs: 1 } });

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

it('keeps two hundred, and the end of an older one is no news', () => {
  const { record, get } = createActivity();
  for (let number = 1; number <= 201; number++) record(begun(number));
  record(ended(1));
  expect(get().entries).toHaveLength(200);
  expect(get().entries.at(-1)?.number).toBe(2);
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
  activity.record(ended(1));
  session.end('signed-out');
  expect(activity.get().entries).toEqual([]);
});
