import { beforeEach, expect, it } from 'vitest';
import { clearDefects, defects, noticeDefect } from '#web/app/defects.tsx';
import { SessionEnded } from '#web/session/session.ts';

beforeEach(clearDefects);

const times = (number: number, notice: (index: number) => void) =>
  Array.from({ length: number }, (_, index) => notice(index));

it('keeps a report of each kind of error once', () => {
  times(3, () => noticeDefect(new TypeError('broken')));
  noticeDefect(new RangeError('broken'));
  expect([...defects.get().keys()].map((text) => text.split('\n')[0])).toEqual([
    'TypeError: broken',
    'RangeError: broken',
  ]);
});

it('has an end, whatever comes', () => {
  times(500, (index) => noticeDefect(new Error('x'.repeat(index))));
  expect(defects.get().size).toBe(5);
});

it('takes the end of a session for no mistake', () => {
  noticeDefect(new SessionEnded('The session has ended'));
  expect(defects.get().size).toBe(0);
});
