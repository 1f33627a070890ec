import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

/** Random bytes, fetched for many ids at once: each fetch costs as much as the rest of an id. None is given twice. */
export function createRandomBytes(): (count: number) => Uint8Array {
  let pool = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (used + count > pool.length) {
      pool = randomFillSync(new Uint8Array(Math.max(POOL_BYTES, count)));
      used = 0;
    }
    used += count;
    return pool.slice(used - count, used);
  };
}
