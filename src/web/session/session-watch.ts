import type { LiveSession } from '#web/session/session-held.ts';
import {
  noLimits,
  sooner,
  untilNext,
  WARNING_MS,
  type Left,
  type Limit,
  type Limits,
} from '#web/session/session-limits.ts';

/** No timer waits for longer: browsers count to 24 days at most, and stand still while the machine sleeps. */
const LOOK_EVERY_MS = 60_000;

/**
 * Watches the limits of a session. The clock decides at every look; the timer only says when to look next.
 *
 * @param look comes back with `check`
 * @param onWarning the warning has come, gone or changed
 */
export function createLimitWatch(look: () => void, onWarning: () => void) {
  let limits = noLimits;
  let warning: Limit | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const left = ({ idle, age }: LiveSession): Left => ({
    idle: limits.idle - idle(),
    age: limits.age - age(),
  });

  return {
    set: (next: Limits) => void (limits = next),
    left,
    /** The limit that will end the session soon. */
    warning: () => warning,
    stop() {
      clearTimeout(timer);
      warning = undefined;
    },
    /** @returns the limit that is over */
    check(session: LiveSession): Limit | undefined {
      clearTimeout(timer);
      const rest = left(session);
      const first = sooner(rest);
      if (rest[first] <= 0) return first;
      const wait = untilNext(rest);
      if (wait < Infinity) timer = setTimeout(look, Math.min(wait, LOOK_EVERY_MS));
      const near = rest[first] <= WARNING_MS ? first : undefined;
      if (near !== warning) {
        warning = near;
        onWarning();
      }
      return undefined;
    },
  };
}
