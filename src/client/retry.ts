import { failureOf, hasStatus, type ApiFailure } from '#client/errors.ts';

/**
 * How a read is repeated. `interactive`: a person waits, so it is quick; where it would take long it fails and says the
 * time. `background`: it waits for a limit and for the connection without end.
 */
export type RetryPolicy = 'interactive' | 'background';

/** What a call waits for, and until when in milliseconds of `performance.now()`; infinite for the connection. */
export type Waiting = { for: 'limit' | 'fault' | 'connection'; until: number };

export type OnWait = (waiting: Waiting | undefined) => void;

export type Wait = { for: Waiting['for']; ms: number };

/** A service that asks for more does so by mistake. */
export const LONGEST_PAUSE_MS = 60 * 60_000;

/** A longer `Retry-After` fails an interactive call, and the failure has the time. */
export const LONGEST_INTERACTIVE_WAIT_MS = 5000;

/** Before the second and the third try after a fault. */
const PAUSES_MS = { interactive: [300, 900], background: [2000, 10_000] };

/** After a 429 that names no time; each is twice the one before, up to the longest. */
export const FIRST_LIMIT_PAUSE_MS = 1000;
export const LONGEST_LIMIT_PAUSE_MS = 30_000;

/**
 * The retry policy of one call. What tries again itself, as a job does, calls with `once`: policies inside each other
 * multiply.
 *
 * @returns asked after each failure: what to wait for before the next try; `undefined` to give up
 */
export function createRetry(policy: RetryPolicy): (error: unknown) => Wait | undefined {
  const isBackground = policy === 'background';
  let faults = 0;
  let limits = 0;

  return (error) => {
    const failure = failureOf(error);
    const askedMs = (failure?.kind === 'status' && failure.retryAfterMs) || 0;
    if (isBackground && hasStatus(error, 429)) {
      const pauseMs = Math.min(FIRST_LIMIT_PAUSE_MS * 2 ** limits++, LONGEST_LIMIT_PAUSE_MS);
      return { for: 'limit', ms: askedMs || pauseMs };
    }
    if (failure === undefined || !isTransient(failure)) return undefined;
    if (isBackground && isOffline()) {
      faults = 0;
      return { for: 'connection', ms: Infinity };
    }
    const pauseMs = PAUSES_MS[policy][faults++];
    if (pauseMs === undefined) return undefined;
    const ms = Math.max(pauseMs, askedMs);
    if (!isBackground && ms > LONGEST_INTERACTIVE_WAIT_MS) return undefined;
    return { for: askedMs > pauseMs ? 'limit' : 'fault', ms };
  };
}

/** No response, or one that says that the fault is on the other side. */
const isTransient = (failure: ApiFailure) =>
  failure.kind === 'network' ||
  failure.kind === 'timeout' ||
  (failure.kind === 'status' && failure.status >= 500);

// Outside of browsers there is nothing to wait for.
export const isOffline = () => 'window' in globalThis && !navigator.onLine;

/** @throws the signal's reason; then `onWait` is not told that the wait is over */
export async function waitFor(wait: Wait, signal?: AbortSignal, onWait?: OnWait): Promise<void> {
  onWait?.({ for: wait.for, until: performance.now() + wait.ms });
  await sleep(wait.ms, signal);
  onWait?.(undefined);
}

/**
 * Resolves after a while; rejects with the signal's reason as soon as the caller leaves.
 *
 * @param ms infinite: until the connection is back
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const listen = { once: true, signal: over.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      // `abort` without a reason would make an error.
      over.abort('over');
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    if (ms < Infinity) timer = setTimeout(end, ms);
    else addEventListener('online', end, listen);
    signal?.addEventListener('abort', end, listen);
    if (signal?.aborted) end();
  });
}

/**
 * Reads a `Retry-After` header: whole seconds, or an HTTP date.
 *
 * @returns milliseconds from now, from 0 to an hour; `undefined` when absent or unreadable
 */
export function retryAfterMs(value: string | null): number | undefined {
  const text = value?.trim() ?? '';
  // `Date.parse` takes `-5` or `Wait 60` for a date as well.
  const date = text.endsWith('GMT') ? Date.parse(text) : NaN;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : date - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_PAUSE_MS);
}
