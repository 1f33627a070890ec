import { expect, it, onTestFinished, vi } from 'vitest';
import { memoize } from '#service/http/status.ts';

it('tells all who ask while it is made, or just after, of one result or failure, and makes it anew later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let made = 0;
  const told: string[] = [];
  const get = memoize(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    throw new Error(`failure ${(made += 1)}`);
  });
  for (const ms of [0, 4_000, 2_500, 1_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    get().catch(({ message }: Error) => told.push(message));
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual(['failure 1', 'failure 1', 'failure 1', 'failure 2']);
});
