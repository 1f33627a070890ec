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

it('leaves the mistakes of a browser extension to its makers, and no others', () => {
  const notice = (...lines: string[]) => {
    noticeDefect(Object.assign(new TypeError('x'), { stack: lines.join('\n') }));
    return defect.get() !== undefined;
  };
  const [ours, theirs] = ['http://a.example/assets/b-1.js:1:2', '-extension://id/main.js:3:35'];
  expect(notice('TypeError: x', `    at go (chrome${theirs})`, `    at ${ours}`)).toBe(false);
  expect(notice('TypeError: x', '    at JSON.parse (<anonymous>)', `    at chrome${theirs}`)).toBe(
    false,
  );
  expect(notice(`go@moz${theirs}`)).toBe(false);
  expect(notice(`@webkit-masked-url://hidden/:4:36`)).toBe(false);
  // It has wrapped a function of the browser that calls ours.
  expect(notice('TypeError: x', `    at go (${ours})`, `    at chrome${theirs}`)).toBe(true);
});
