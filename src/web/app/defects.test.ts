// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { session } from '#web/session/session.ts';
import { createDefects, watchForDefects } from '#web/app/defects.ts';
import { errorText } from '#web/app/error-report.ts';

const make = () => createDefects((error) => `report of ${errorText(error).split('\n')[0]}`);
const seen = (defects: ReturnType<typeof make>) => [...defects.get().values()];

/** A stack names the place: two errors of one test are not the same otherwise. */
function defect(message: string): Error {
  const error = new Error(message);
  error.stack = '';
  return error;
}

it('counts the same defect instead of telling it again', () => {
  const defects = make();
  defects.notice(defect('no row "Ada"'));
  const [first] = seen(defects);
  defects.notice(defect('no row "Bob"'));
  defects.notice(defect('something else'));
  expect(first).toEqual({ report: 'report of Error: no row …', times: 1 });
  expect(seen(defects)).toEqual([
    { report: 'report of Error: no row …', times: 2 },
    { report: 'report of Error: something else', times: 1 },
  ]);
});

it('tells its listeners of each change, and hands out another list', () => {
  const defects = make();
  const heard = vi.fn<() => void>();
  const stop = defects.subscribe(heard);
  const before = defects.get();
  defects.notice(defect('a'));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(defects.get()).not.toBe(before);
  defects.clear();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(seen(defects)).toEqual([]);
  stop();
  defects.notice(defect('a'));
  expect(heard).toHaveBeenCalledTimes(2);
});

it('comes to an end when telling a defect makes the next one', () => {
  const defects = make();
  let told = 0;
  defects.subscribe(() =>
    defects.notice(defect(`${String.fromCharCode(97 + (told++ % 26))} failed`)),
  );
  defects.notice(defect('first'));
  expect(seen(defects)).toHaveLength(5);
  expect(told).toBeLessThanOrEqual(500);
});

it('takes what ends with a session for no defect, and nothing else that breaks off', () => {
  const defects = make();
  session.signIn('key_of_a_test', false);
  const signal = session.signal();
  session.end('signed-out');
  defects.notice(signal.reason);
  expect(seen(defects)).toEqual([]);
  defects.notice(new DOMException('The share was dismissed', 'AbortError'));
  expect(seen(defects)).toHaveLength(1);
});

it('hears of uncaught errors and rejections, and leaves them to the console too', () => {
  const page = new EventTarget();
  const defects = make();
  watchForDefects(page, defects);
  const error = new ErrorEvent('error', { error: defect('thrown'), cancelable: true });
  const rejection = Object.assign(new Event('unhandledrejection', { cancelable: true }), {
    reason: defect('rejected'),
  });
  expect(page.dispatchEvent(error)).toBe(true);
  expect(page.dispatchEvent(rejection)).toBe(true);
  expect(seen(defects).map(({ report }) => report)).toEqual([
    'report of Error: thrown',
    'report of Error: rejected',
  ]);
});

it('hears nothing in what the browser says itself', () => {
  const page = new EventTarget();
  const defects = make();
  watchForDefects(page, defects);
  page.dispatchEvent(
    new ErrorEvent('error', {
      message: 'ResizeObserver loop completed with undelivered notifications.',
    }),
  );
  page.dispatchEvent(new Event('error'));
  expect(seen(defects)).toEqual([]);
});
