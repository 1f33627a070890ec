const POOL_BYTES = 4_096;

/**
 * Random bytes, fetched for many ids at once, as each fetch costs as much as the rest of an id. No byte is used twice.
 *
 * @param fill fills an array with random bytes
 */
export function createRandomBytes(
  fill: (bytes: Uint8Array) => unknown,
): (count: number) => Uint8Array {
  let pool = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (used + count > pool.length) {
      pool = new Uint8Array(Math.max(POOL_BYTES, count));
      fill(pool);
      used = 0;
    }
    used += count;
    return pool.slice(used - count, used);
  };
}
