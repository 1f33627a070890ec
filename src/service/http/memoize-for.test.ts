import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoizeFor } from '#service/http/memoize-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('makes it once for all who ask while it is made and until the time is up', async () => {
  let made = 0;
  const get = memoizeFor(1_000, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return (made += 1);
  });
  const first = [get(), get()];
  await vi.advanceTimersByTimeAsync(4_000);
  first.push(get());
  await vi.advanceTimersByTimeAsync(1_500);
  first.push(get());
  expect(await Promise.all(first)).toEqual([1, 1, 1, 1]);
});

it('tells all of them about a failure, and tries again later', async () => {
  let made = 0;
  const get = memoizeFor(1_000, async () => {
    made += 1;
    throw new Error(`failure ${made}`);
  });
  await expect(get()).rejects.toThrow('failure 1');
  await expect(get()).rejects.toThrow('failure 1');
  await vi.advanceTimersByTimeAsync(1_001);
  await expect(get()).rejects.toThrow('failure 2');
});
