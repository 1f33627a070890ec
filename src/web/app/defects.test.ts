import { beforeEach, expect, it } from 'vitest';
import { clearDefect, defect, noticeDefect } from '#web/app/defects.tsx';
import { SessionEnded } from '#web/session/session.ts';

beforeEach(clearDefect);

it('keeps a report of the first error, however many come', () => {
  for (const what of ['first', 'second', 'third']) noticeDefect(new TypeError(what));
  expect(defect.get()).toContain('TypeError: first');
  expect(defect.get()).not.toMatch(/second|third/);
});

it('takes the end of a session for no mistake', () => {
  noticeDefect(new SessionEnded('The session has ended'));
  expect(defect.get()).toBeUndefined();
});
