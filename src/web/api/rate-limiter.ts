import type { RequestToSend } from '#client/api-client.ts';
import { ApiError } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { LONGEST_INTERACTIVE_WAIT_MS, LONGEST_PAUSE_MS, sleep, waitFor } from '#client/retry.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { createStore } from '#web/lib/emitter.ts';

const MINUTE = 60_000;
/** A fifth of what the service lets pass stays free for work by hand. */
const BACKGROUND_SHARE = 0.8;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Decides when a request may start, for all requests of the tab together: not before a `Retry-After` is over, and in
 * the background no more than a share of the limit in any minute. It repeats nothing.
 *
 * @param requestsPerMinute what the service lets pass; `null`: no limit
 */
export function createRateLimiter(requestsPerMinute: () => number | null) {
  // Not the clock of the day, which may be set back in the middle.
  const now = () => performance.now();
  /** When the last requests in the background started, at most as many as a minute takes. */
  const started: number[] = [];
  let pausedUntil = 0;
  /** The end of a pause that is long enough to be shown. */
  const shownUntil = createStore<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** `null`: no limit. One is the least: a service that allows a single request a minute gets all of it. */
  function perMinute(): number | null {
    const limit = requestsPerMinute();
    return limit === null ? null : Math.max(1, Math.floor(limit * BACKGROUND_SHARE));
  }

  /** When the minute has room for one more after these. */
  function nextStart(starts: number[]): number {
    const most = perMinute();
    return most === null ? 0 : (starts.at(-most) ?? -Infinity) + MINUTE;
  }

  async function endOfPause({ isBackground, signal, onWait }: RequestToSend) {
    for (let ms = pausedUntil - now(); ms > 0; ms = pausedUntil - now()) {
      if (isBackground) await waitFor({ for: 'limit', ms }, signal, onWait);
      else if (ms <= LONGEST_INTERACTIVE_WAIT_MS) await sleep(ms, signal);
      else throw new ApiError('The service asks to wait', { kind: 'paused', retryAfterMs: ms });
    }
  }

  function show(until: number | undefined) {
    clearTimeout(timer);
    if (until !== undefined) timer = setTimeout(show, until - now(), undefined);
    shownUntil.set(until);
  }

  return {
    /**
     * Waits until a request may start: in the background as long as it takes, by hand for a short pause only.
     *
     * @throws {ApiError} the pause is long: of the kind `paused`
     */
    async acquire(request: RequestToSend): Promise<void> {
      const { isBackground, signal } = request;
      signal?.throwIfAborted();
      // Computed again after each wait: another request may have been faster, or a pause may have begun.
      for (;;) {
        await endOfPause(request);
        const ms = isBackground ? nextStart(started) - now() : 0;
        if (ms <= 0) break;
        await sleep(ms, signal);
      }
      if (!isBackground) return;
      const most = perMinute();
      if (most === null) return;
      started.push(now());
      if (started.length > most) started.shift();
    },

    /** Waits, without a word, until the minute has room for work in the background. Takes nothing: `acquire` does. */
    async room(signal: AbortSignal): Promise<void> {
      for (let ms = nextStart(started) - now(); ms > 0; ms = nextStart(started) - now())
        await sleep(ms, signal);
    },

    /** Takes the time from a response that asks to wait. */
    notice({ end }: RequestLogEntry) {
      const failure = end?.failure;
      // Other refusals may name a time for their one address.
      if (failure?.kind !== 'status' || (failure.status !== 429 && failure.status !== 503)) return;
      const askedMs = Math.min(failure.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
      pausedUntil = Math.max(pausedUntil, now() + askedMs);
      if (askedMs > LONGEST_INTERACTIVE_WAIT_MS && pausedUntil !== shownUntil.get())
        show(pausedUntil);
    },

    /** Requests that work in the background may start in a minute; `null`: no limit. */
    perMinute,

    /** Milliseconds until the last of so many can start; how long the service takes to respond is not in it. */
    msFor(requests: number): number {
      const planned = [...started];
      for (let each = 0; each < requests; each++)
        planned.push(Math.max(now(), pausedUntil, nextStart(planned)));
      return requests === 0 ? 0 : Math.max(0, (planned.at(-1) ?? 0) - now());
    },

    /** Milliseconds of `performance.now()` at which the pause is over; `undefined` without one that people notice. */
    until: shownUntil.get,
    subscribe: shownUntil.subscribe,

    /** At the end of a session: what one key may not do another may. */
    clear() {
      pausedUntil = 0;
      show(undefined);
    },
  };
}

/** Of this tab. */
export const rateLimiter = createRateLimiter(() => runtimeConfig().limits.requests_per_minute);
