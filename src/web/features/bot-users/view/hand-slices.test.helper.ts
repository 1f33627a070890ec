import type { Slices } from '#web/features/bot-users/view/live.ts';

/** Slices for tests, measured in steps instead of milliseconds; they go on by hand. */
export function createHandSlices({ first, next }: { first: number; next: number }) {
  let clock = 0;
  const queue: Array<() => void> = [];
  const goOn = () => queue.shift()?.();
  const slices: Slices = {
    first,
    next,
    now: () => clock++,
    pause: (callback) => void queue.push(callback),
  };
  return {
    slices,
    waiting: () => queue.length > 0,
    goOn,
    finish() {
      while (queue.length > 0) goOn();
    },
  };
}
