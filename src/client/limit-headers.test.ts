import { expect, it } from 'vitest';
import { limitIn } from '#client/rate-limiter.ts';

it.each<[Record<string, string>, ReturnType<typeof limitIn>]>([
  [{}, undefined],
  [{ 'ratelimit-limit': '120' }, { limit: 120, remaining: 120 }],
  [
    { 'ratelimit-limit': '120', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' },
    { limit: 120, remaining: 0 },
  ],
  [
    { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '7' },
    { limit: 120, remaining: 7 },
  ],
  [{ 'ratelimit-limit': '120, 120;w=60' }, { limit: 120, remaining: 120 }],
  [{ ratelimit: 'limit=100, remaining=50, reset=5' }, { limit: 100, remaining: 50 }],
  [
    { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
    { limit: 100, remaining: 50 },
  ],
  // Of an hour, of a second, of nothing.
  [{ 'x-ratelimit-limit': '5000', 'x-ratelimit-reset': '1800000000' }, undefined],
  [{ 'ratelimit-policy': '"burst";q=10;w=1' }, undefined],
  [{ 'ratelimit-limit': '10, 10;w=1' }, undefined],
  ...['0', '-5', 'many', '', '9'.repeat(400)].map(
    (limit) => [{ 'ratelimit-limit': limit }, undefined] as [Record<string, string>, undefined],
  ),
])('reads the limit of a minute from %j', (headers, limit) => {
  expect(limitIn(headers)).toEqual(limit);
});
