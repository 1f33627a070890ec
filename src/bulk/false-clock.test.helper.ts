import { vi } from 'vitest';

/**
 * A clock that jumps to the next timer as soon as nothing else is left to do, so that hours pass in a moment. Vitest's
 * own fake timers wait a real millisecond for each.
 *
 * @throws what the body throws, or that it would never end
 */
export async function underFalseClock<T>(body: () => Promise<T>): Promise<T> {
  const timers = new Map<number, { at: number; run: () => void }>();
  const startsAt = Date.UTC(2026, 10, 23);
  let now = startsAt;
  let made = 0;

  vi.stubGlobal('setTimeout', (run: (...of: unknown[]) => void, ms = 0, ...of: unknown[]) => {
    timers.set((made += 1), { at: now + Math.max(0, Math.ceil(ms)), run: () => run(...of) });
    return made;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => void timers.delete(timer));
  // Spies would keep each of the millions of calls.
  const [dateNow, performanceNow] = [Date.now, performance.now];
  Date.now = () => now;
  performance.now = () => now - startsAt;

  function next(): number | undefined {
    let first: number | undefined;
    let firstAt = Infinity;
    for (const [timer, { at }] of timers) if (at < firstAt) [first, firstAt] = [timer, at];
    return first;
  }

  try {
    const work = body();
    let isOver = false;
    const over = () => void (isOver = true);
    work.then(over, over);
    for (;;) {
      // All that follows from the last timer comes first: a tick runs when no promise is left to settle.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (isOver) return await work;
      const timer = next();
      const due = timer !== undefined && timers.get(timer);
      if (!due) throw new Error('Nothing is left that could happen, and the work is not done');
      timers.delete(timer);
      now = Math.max(now, due.at);
      due.run();
    }
  } finally {
    vi.unstubAllGlobals();
    Date.now = dateNow;
    performance.now = performanceNow;
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
