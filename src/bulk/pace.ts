import { FIRST_LIMIT_PAUSE_MS, LONGEST_LIMIT_PAUSE_MS, type Wait } from '#client/retry.ts';

/** Responses without a fault after which one more request may be under way. */
const GOOD_FOR_ONE_MORE = 20;

type PaceOptions = {
  /** Most requests under way at a time. */
  atOnce: number;
  /** Milliseconds of a clock that is never set. */
  clock: () => number;
  random: () => number;
};

/** How many requests may be under way, and until when none may start, learned from the responses. */
export function createPace({ atOnce, clock, random }: PaceOptions) {
  let allowed = atOnce;
  let good = 0;
  let pauseMs = FIRST_LIMIT_PAUSE_MS;
  let waiting: { for: Wait['for']; until: number } = { for: 'fault', until: 0 };
  const waitMs = () => Math.max(0, waiting.until - clock());

  return {
    allowed: () => allowed,
    /** Milliseconds until something may start. */
    waitMs,
    /** The same time, and what is waited for. */
    wait: (): Wait | undefined => (waitMs() > 0 ? { for: waiting.for, ms: waitMs() } : undefined),
    wentWell() {
      pauseMs = FIRST_LIMIT_PAUSE_MS;
      good += 1;
      if (good < GOOD_FOR_ONE_MORE || allowed >= atOnce) return;
      allowed += 1;
      good = 0;
    },
    /**
     * Nothing starts for a while: as long as the service asks, else longer each time, also after a fault.
     *
     * @param isTooMany the service gets too much: from now on half as many are under way
     */
    pause(isTooMany: boolean, askedMs = 0) {
      good = 0;
      if (isTooMany && waitMs() === 0) allowed = Math.max(1, Math.floor(allowed / 2));
      // Those that were under way together all say so: it counts once.
      if (askedMs === 0 && waitMs() > 0) return;
      const ms = askedMs || pauseMs * (0.5 + random() / 2);
      if (askedMs === 0) pauseMs = Math.min(pauseMs * 2, LONGEST_LIMIT_PAUSE_MS);
      const reason = isTooMany || askedMs > 0 ? 'limit' : 'fault';
      waiting = { for: reason, until: Math.max(waiting.until, clock() + ms) };
    },
  };
}
