/** Length of the rolling window, in whole seconds. */
export const WINDOW_S = 60;

interface SecondCount {
  /** Since 1970. */
  second: number;
  count: number;
}

export interface RequestCounts {
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

/** What a key has left after a request. */
export interface Budget {
  /** A refused request is not counted. */
  isTaken: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until at least one more request fits than now. */
  resetSeconds: number;
}

/** Requests of one key in a rolling minute. */
export function createRateLimit(
  limit: number,
  requestCounts: RequestCounts,
  now: () => Promise<Date>,
) {
  return {
    async take(keyId: string): Promise<Budget> {
      const second = Math.floor((await now()).getTime() / 1000);
      const { added, counts } = await requestCounts.add(keyId, second, limit);
      const sum = counts.reduce((total, { count }) => total + count, 0);
      const oldest = counts[0]?.second ?? second;
      const resetSeconds = Math.max(1, oldest + WINDOW_S - second);
      return { isTaken: added, limit, remaining: Math.max(0, limit - sum), resetSeconds };
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** For the only process on its data. */
export function createRequestCounts(): RequestCounts {
  const windows = new Map<string, SecondCount[]>();
  let sweptAt = 0;

  return {
    async add(keyId, second, max) {
      if (second - sweptAt >= WINDOW_S) {
        sweptAt = second;
        for (const [id, counts] of windows)
          if ((counts.at(-1)?.second ?? 0) <= second - WINDOW_S) windows.delete(id);
      }
      const kept = (windows.get(keyId) ?? []).filter((each) => each.second > second - WINDOW_S);
      windows.set(keyId, kept);
      const added = kept.reduce((total, { count }) => total + count, 0) < max;
      const last = kept.at(-1);
      if (added && last?.second === second) last.count += 1;
      else if (added) kept.push({ second, count: 1 });
      return { added, counts: kept };
    },
  };
}
