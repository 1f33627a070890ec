/**
 * Chance that comes again: the same numbers for the same seed, on every machine (mulberry32).
 *
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @param {number} end a whole number from 0 to below it */
  const below = (end) => Math.floor(next() * end);
  return {
    below,
    /**
     * @template {string | readonly unknown[]} List
     * @param {List} list with something in it
     * @returns {List[number]}
     */
    oneOf: (list) => list[below(list.length)],
  };
}

/** @typedef {ReturnType<typeof createRandom>} Random */
