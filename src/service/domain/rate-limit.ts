/** Length of the rolling window, in whole seconds. */
const WINDOW_S = 60;

/** Most keys that are remembered: in front of an upstream anybody can make keys up. */
const KEYS_MAX = 10_000;

export interface SecondCount {
  second: number;
  count: number;
}

export interface RequestCounts {
  /** The current second of a clock that all processes on the data share; only differences mean something. */
  second(): Promise<number>;
  /**
   * Counts a request of a key, unless the window that ends with `second` holds `max` already.
   *
   * @returns what the window holds now, oldest second first
   */
  add(
    keyId: string,
    second: number,
    max: number,
  ): Promise<{ added: boolean; counts: SecondCount[] }>;
}

/** Requests of one key in a rolling minute. */
export function createRateLimit(limit: number, requestCounts: RequestCounts) {
  return {
    /** @returns what is left; a request that is refused, so not taken, is not counted */
    async take(keyId: string) {
      const second = await requestCounts.second();
      const { added, counts } = await requestCounts.add(keyId, second, limit);
      const oldest = counts[0]?.second ?? second;
      // Until at least one more request fits than now.
      const resetSeconds = Math.max(1, oldest + WINDOW_S - second);
      const remaining = Math.max(0, limit - sumOf(counts));
      return { isTaken: added, limit, remaining, resetSeconds };
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** @returns `undefined` where there is no limit */
export const limitTo = (limit: number | null, counts: RequestCounts) =>
  limit === null ? undefined : createRateLimit(limit, counts);

/**
 * For the only process on its data.
 *
 * @param now in ms; nobody can set this clock
 */
export function createRequestCounts(now = () => performance.now()): RequestCounts {
  /** The key that was used last comes last. */
  const windows = new Map<string, SecondCount[]>();

  return {
    second: async () => Math.floor(now() / 1000),
    async add(keyId, second, max) {
      const known = windows.get(keyId) ?? [];
      const counts = known.filter((each) => each.second > second - WINDOW_S);
      windows.delete(keyId);
      windows.set(keyId, counts);
      const [longestUnused = ''] = windows.keys();
      if (windows.size > KEYS_MAX) windows.delete(longestUnused);
      const added = sumOf(counts) < max;
      const last = counts.at(-1);
      if (added && last?.second === second) last.count += 1;
      else if (added) counts.push({ second, count: 1 });
      return { added, counts };
    },
  };
}

const sumOf = (counts: SecondCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
