import { ApiError } from '#client/api-error.ts';
import type { RequestLogEntry } from '#client/exchange.ts';
import { sleep } from '#client/sleep.ts';

/** Nothing is sent while a service that has asked to wait is waiting. */
export interface Pause {
  /** Takes the time from an answer that asks for it. */
  notice(exchange: RequestLogEntry): void;
  /**
   * Waits until it is over, when that is soon.
   *
   * @throws {ApiError} it is not soon: of the kind `paused`
   */
  over(signal: AbortSignal): Promise<void>;
  /** Milliseconds of `performance.now()` at which it is over; `undefined` while there is none that people notice. */
  until(): number | undefined;
  subscribe(listener: () => void): () => void;
  /** What one key may not do another may. */
  clear(): void;
}

/** A pause of this length is waited for without a word. */
const UNNOTICED_MS = 5000;
/** No service that is meant to be used asks for more; a mistake must not close the page for ever. */
export const LONGEST_PAUSE_MS = 60 * 60_000;

export function createPause(): Pause {
  // Not the clock of the day, which may be set back in the middle.
  const now = () => performance.now();
  let until = 0;
  let noticed: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function become(next: number | undefined) {
    noticed = next;
    clearTimeout(timer);
    if (next !== undefined) timer = setTimeout(become, next - now(), undefined);
    for (const listener of listeners) listener();
  }

  return {
    notice({ end }) {
      const failure = end?.failure;
      // Other refusals may name a time for their one address.
      if (failure?.kind !== 'status' || (failure.status !== 429 && failure.status !== 503)) return;
      const asked = Math.min(failure.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
      until = Math.max(until, now() + asked);
      if (asked > UNNOTICED_MS && until !== noticed) become(until);
    },

    async over(signal) {
      for (;;) {
        const left = until - now();
        if (left <= 0) return;
        if (left > UNNOTICED_MS)
          throw new ApiError('The service asks to wait', { kind: 'paused', retryAfterMs: left });
        await sleep(left, signal);
      }
    },

    until: () => noticed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {
      until = 0;
      become(undefined);
    },
  };
}

/** Of this tab. */
export const pause = createPause();
