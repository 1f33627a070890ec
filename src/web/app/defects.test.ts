import { beforeEach, expect, it } from 'vitest';
import { clearDefects, defects, noticeDefect } from '#web/app/defects.tsx';
import { SessionEnded } from '#web/session/session.ts';

beforeEach(clearDefects);

const times = (number: number, notice: (index: number) => void) =>
  Array.from({ length: number }, (_, index) => notice(index));

it('keeps a report of each kind of error once, and counts all', () => {
  times(3, () => noticeDefect(new TypeError('broken')));
  noticeDefect(new RangeError('broken'));
  const { reports, times: counted } = defects.get();
  expect([...reports.keys()].map((text) => text.split('\n')[0])).toEqual([
    'TypeError: broken',
    'RangeError: broken',
  ]);
  expect(counted).toBe(4);
});

it('has an end, whatever comes', () => {
  times(500, (index) => noticeDefect(new Error('x'.repeat(index))));
  expect(defects.get().reports.size).toBe(5);
  expect(defects.get().times).toBe(100);
});

it('takes the end of a session for no mistake', () => {
  noticeDefect(new SessionEnded('The session has ended'));
  expect(defects.get().times).toBe(0);
});
