import { expect, it } from 'vitest';
import { createRateLimit, createRequestCounts, RateLimited } from '#service/domain/rate-limit.ts';

function setUp(limit: number | undefined) {
  const clock = { s: 1_000 };
  const rateLimit = createRateLimit(limit, createRequestCounts(), () => new Date(clock.s * 1_000));
  return { rateLimit, clock };
}

it('counts down, and says when the oldest request leaves the window', async () => {
  const { rateLimit, clock } = setUp(3);
  expect(await rateLimit.take('a')).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 });
  clock.s += 10;
  expect(await rateLimit.take('a')).toEqual({ limit: 3, remaining: 1, resetSeconds: 50 });
  expect(await rateLimit.take('b')).toMatchObject({ remaining: 2 });
});

it('refuses what does not fit, does not count it, and lets in again as the window rolls', async () => {
  const { rateLimit, clock } = setUp(2);
  await rateLimit.take('a');
  clock.s += 30;
  await rateLimit.take('a');
  for (let i = 0; i < 3; i += 1) {
    const refused = await rateLimit.take('a').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      budget: { remaining: 0, resetSeconds: 30 },
    });
  }
  clock.s += 29;
  await expect(rateLimit.take('a')).rejects.toThrow(/wait 1 s/);
  clock.s += 1;
  expect(await rateLimit.take('a')).toMatchObject({ remaining: 0, resetSeconds: 30 });
});

it('counts nothing without a limit', async () => {
  const { rateLimit } = setUp(undefined);
  expect(await rateLimit.take('a')).toBeUndefined();
});
