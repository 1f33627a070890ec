import type { RequestToSend } from '#client/api-client.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import { sleep } from '#client/retry.ts';
import type { Budget } from '#web/api/budget.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { createStore } from '#web/lib/emitter.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';

/** What is handed to the budget when its code is there. */
export interface BudgetStart {
  /** Requests a minute; `null`: no limit is known. */
  configured: () => number | null;
  /** When requests started before. */
  started: readonly number[];
  /** Until when a pause lasts that people notice. */
  pause: ReturnType<typeof createStore<number | undefined>>;
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * The way of every request to the budget of the browser, whose code comes after the first rows: until then requests by
 * hand pass, are remembered and handed over; work in the background waits for it.
 */
export function createRateLimiter(
  configured: BudgetStart['configured'],
  load: () => Promise<(start: BudgetStart) => Budget>,
) {
  const started: number[] = [];
  const pause = createStore<number | undefined>(undefined);
  let budget: Budget | undefined;
  let hasToWait = false;

  async function opened(): Promise<Budget> {
    const open = await load();
    return (budget ??= open({ configured, started, pause }));
  }
  const tell = (step: (opened: Budget) => void) =>
    budget ? step(budget) : void opened().then(step, () => {});
  const msFor = (requests: number) => budget?.msFor(requests) ?? 0;

  return {
    /** Waits until a request may start. @throws {ApiError} by hand, where that would be long: of the kind `paused` */
    async acquire(request: RequestToSend): Promise<void> {
      request.signal?.throwIfAborted();
      if (request.isBackground && configured() !== null) await opened();
      else if (hasToWait) await opened().catch(() => {});
      if (budget) await budget.acquire(request);
      else started.push(Date.now());
    },
    /** Waits, without a word, until the minute has room for work in the background. Takes nothing: `acquire` does. */
    async room(signal: AbortSignal): Promise<void> {
      if (configured() !== null) await opened();
      for (let ms = msFor(1); ms > 0; ms = msFor(1)) await sleep(ms, signal);
    },
    /** Takes limits and pauses from a response. */
    notice({ end }: RequestLogEntry) {
      hasToWait ||= end?.failure?.kind === 'status' && end.failure.retryAfterMs !== undefined;
      if (end) tell(({ notice }) => notice(end));
    },
    /** Requests that work in the background may start in a minute; `null`: no limit is known. */
    perMinute: () => budget?.perMinute() ?? null,
    /** Milliseconds until the last of so many can start; how long the service takes to respond is not in it. */
    msFor,
    /** What all tabs have started in this minute, and the limit; `undefined` where none is known. */
    use: () => budget?.use(),
    /** Milliseconds of `performance.now()` at which the pause is over; `undefined` without one that people notice. */
    until: pause.get,
    /** Told of each change in any tab, and each second while time changes something. */
    subscribe: pause.subscribe,
    /** At the end of a session: what one key may not do another may. */
    clear: () => tell(({ clear }) => clear()),
  };
}

const budgetPart = new LazyChunk(() => import('#web/api/budget.ts'));

/** Of this tab. */
export const rateLimiter = createRateLimiter(
  () => runtimeConfig().limits.requests_per_minute,
  async () => (await budgetPart.fetch()).openBudget,
);
