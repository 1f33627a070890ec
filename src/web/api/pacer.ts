import { failureOf } from '#client/api-error.ts';
import { sleep } from '#client/sleep.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { LONGEST_PAUSE_MS } from '#web/api/pause.ts';

const MINUTE = 60_000;
/** A fifth of what the service lets pass stays free for work by hand. */
const SHARE = 0.8;
/** Pauses after a 429 that names none; each is twice the one before. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_OWN_PAUSE_MS = 30_000;

/** Starts the requests of long work so that the service's limit is kept, for the whole page together. */
export interface Pacer {
  /**
   * Runs one request and, whenever the service asks to wait, runs it again after that.
   *
   * @param send has to wait for `turn` before every attempt, see `CallOptions`
   */
  run<Result>(
    send: (turn: () => Promise<void>) => Promise<Result>,
    options: { signal: AbortSignal; onPause: (ms: number) => void },
  ): Promise<Result>;
  /** Requests that long work may start in a minute; `null`: no limit. */
  readonly perMinute: number | null;
  /** Milliseconds until the last of so many can start; how long the service takes to answer is not in it. */
  msFor(requests: number): number;
  /** What one key may not do another may. */
  clear(): void;
}

/** @param requestsPerMinute what the service lets pass; `null`: no limit */
export function createPacer(requestsPerMinute: number | null): Pacer {
  // One is the least: a service that allows a single request a minute gets all of it.
  const most =
    requestsPerMinute === null ? Infinity : Math.max(1, Math.floor(requestsPerMinute * SHARE));
  // Not the clock of the day, which may be set back in the middle.
  const now = () => performance.now();
  /** When the last requests started, at most as many as a minute takes. */
  const started: number[] = [];
  let pausedUntil = -Infinity;
  let nextPause = FIRST_PAUSE_MS;

  const earliest = (starts: number[]) =>
    Math.max(now(), pausedUntil, (starts.at(-most) ?? -Infinity) + MINUTE);

  async function turn(signal: AbortSignal) {
    signal.throwIfAborted();
    // Looks again after each wait: another request may have been faster, or a new pause may have begun.
    for (;;) {
      const wait = earliest(started) - now();
      if (wait <= 0) break;
      await sleep(wait, signal);
    }
    if (most === Infinity) return;
    started.push(now());
    if (started.length > most) started.shift();
  }

  /** @returns milliseconds from now; several requests that were under way when a pause began lengthen it no further */
  function pause(asked: number | undefined): number {
    if (asked) pausedUntil = Math.max(pausedUntil, now() + Math.min(asked, LONGEST_PAUSE_MS));
    else if (pausedUntil <= now()) {
      pausedUntil = now() + nextPause;
      nextPause = Math.min(nextPause * 2, LONGEST_OWN_PAUSE_MS);
    }
    return pausedUntil - now();
  }

  return {
    perMinute: most === Infinity ? null : most,

    async run(send, { signal, onPause }) {
      if (pausedUntil > now()) onPause(pausedUntil - now());
      for (;;) {
        try {
          const result = await send(() => turn(signal));
          nextPause = FIRST_PAUSE_MS;
          return result;
        } catch (error) {
          const failure = failureOf(error);
          const isLimit = failure?.kind === 'status' && failure.status === 429;
          if (!isLimit && failure?.kind !== 'paused') throw error;
          onPause(pause(failure.retryAfterMs));
        }
      }
    },

    msFor(requests) {
      const planned = [...started];
      for (let each = 0; each < requests; each++) planned.push(earliest(planned));
      return requests === 0 ? 0 : Math.max(0, (planned.at(-1) ?? 0) - now());
    },

    clear() {
      pausedUntil = -Infinity;
      nextPause = FIRST_PAUSE_MS;
    },
  };
}

let shared: Pacer | undefined;

/** The page's one pacer, made at its first use: the configuration is there by then. */
export function pacer(): Pacer {
  shared ??= createPacer(runtimeConfig().limits.requests_per_minute);
  return shared;
}

/** At the end of a session. */
export const clearPacer = () => shared?.clear();
