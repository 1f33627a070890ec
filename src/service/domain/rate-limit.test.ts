import { expect, it, vi } from 'vitest';
import { createRateLimit, createRequestCounts } from '#service/domain/rate-limit.ts';

function setUp(limit: number) {
  const clock = { s: 1_000 };
  const counts = createRequestCounts(() => clock.s * 1_000);
  return { rateLimit: createRateLimit(limit, counts), clock };
}

it('counts down, refuses what does not fit, does not count it, and lets in again as the window rolls', async () => {
  const { rateLimit, clock } = setUp(2);
  const taken = { isTaken: true, limit: 2, remaining: 1, resetSeconds: 60 };
  expect(await rateLimit.take('a')).toEqual(taken);
  clock.s += 30;
  expect(await rateLimit.take('a')).toEqual({ ...taken, remaining: 0, resetSeconds: 30 });
  for (let i = 0; i < 3; i += 1) {
    const refused = { isTaken: false, limit: 2, remaining: 0, resetSeconds: 30 };
    expect(await rateLimit.take('a')).toEqual(refused);
  }
  clock.s += 29;
  expect(await rateLimit.take('a')).toMatchObject({ isTaken: false, resetSeconds: 1 });
  clock.s += 1;
  const letIn = { isTaken: true, remaining: 0, resetSeconds: 30 };
  expect(await rateLimit.take('a')).toMatchObject(letIn);
});

it('forgets the key that was used longest ago when there are too many', async () => {
  const { rateLimit } = setUp(1);
  for (let i = 0; i <= 10_000; i += 1) await rateLimit.take(`${i}`);
  for (const key of ['1', '10000']) expect((await rateLimit.take(key)).isTaken).toBe(false);
  expect((await rateLimit.take('0')).isTaken).toBe(true);
});

it('lets nobody wait longer when the clock of the machine is set back', async () => {
  const rateLimit = createRateLimit(1, createRequestCounts());
  await rateLimit.take('a');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const { resetSeconds } = await rateLimit.take('a');
  vi.useRealTimers();
  expect(resetSeconds).toBeLessThanOrEqual(60);
});
