import { randomFillSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRandomBytes } from '#service/domain/random.ts';

it('gives as many bytes as are asked for, and none of them twice', () => {
  const randomBytes = createRandomBytes(randomFillSync);
  const pieces = Array.from({ length: 1_000 }, () => Buffer.from(randomBytes(16)).toString('hex'));
  expect(new Set(pieces).size).toBe(1_000);
  expect(randomBytes(10_000)).toHaveLength(10_000);
});
