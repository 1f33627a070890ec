import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from '#web/lib/throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function source(isUrgent?: () => boolean) {
  let notify = () => {};
  const told = vi.fn<() => void>();
  const stop = throttle((listener) => {
    notify = listener;
    return () => (notify = () => {});
  }, isUrgent)(told);
  return { notify: () => notify(), told, stop };
}

it('tells the first at once and the others together', () => {
  const { notify, told } = source();
  notify();
  expect(told).toHaveBeenCalledTimes(1);
  for (let more = 0; more < 50; more++) notify();
  expect(told).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveBeenCalledTimes(2);
});

it('does not let an urgent one wait, and tells nothing twice for it', () => {
  let urgent = false;
  const { notify, told } = source(() => urgent);
  notify();
  notify();
  urgent = true;
  notify();
  expect(told).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveBeenCalledTimes(2);
});

it('tells nothing any more after the end', () => {
  const { notify, told, stop } = source();
  notify();
  notify();
  stop();
  vi.advanceTimersByTime(1000);
  expect(told).toHaveBeenCalledTimes(1);
});
