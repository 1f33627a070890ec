import { failureOf } from '#client/api-error.ts';
import { sleep } from '#client/sleep.ts';

/** Why long work waits, and until when in milliseconds of `performance.now()`. */
export type Waiting = { for: 'limit' | 'fault' | 'connection'; until: number };

/** Whether the browser has a connection, and waiting for one. */
export interface Connection {
  isThere(): boolean;
  comes(signal: AbortSignal): Promise<void>;
}

/** Milliseconds before the same is tried again after a fault; after the last it is given up. */
const PAUSES = [2000, 4000, 8000, 16_000, 30_000];

/**
 * Tries again after faults that pass: for long work that nobody watches.
 *
 * @param tell what is waited for; `undefined` when it goes on
 * @throws what came last
 */
export async function retryTransient<Result>(
  attempt: () => Promise<Result>,
  connection: Connection,
  signal: AbortSignal,
  tell: (waiting: Waiting | undefined) => void,
): Promise<Result> {
  for (let faults = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      const pause = PAUSES[faults];
      if (!isPassing(error) || pause === undefined) throw error;
      if (connection.isThere()) {
        faults += 1;
        tell({ for: 'fault', until: performance.now() + pause });
        await sleep(pause, signal);
      } else {
        faults = 0;
        tell({ for: 'connection', until: Infinity });
        await connection.comes(signal);
      }
      tell(undefined);
    }
  }
}

/** Of the connection, or what the service calls its own. */
function isPassing(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind === 'status') return failure.status >= 500;
  return failure?.kind === 'network' || failure?.kind === 'timeout' || failure?.kind === 'offline';
}

/** As the browser tells it. */
export const browserConnection: Connection = {
  isThere: () => navigator.onLine,
  comes: (signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      window.addEventListener('online', () => resolve(), { once: true, signal });
    }),
};
