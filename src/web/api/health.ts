import type { RequestEnd, RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { createStore } from '#web/lib/emitter.ts';

/** `since`: milliseconds since 1970. */
export type Health = { isReached: true } | { isReached: false; since: number };

/**
 * Whether a request reached the service; `undefined` where it does not tell.
 *
 * Not reached: no response came; or a gateway had none to pass on (502, 504); or something in front of the service is
 * closed for now (a 503 without the request id of the service). Any other response is one, also a refusal.
 */
function reached({ response, failure }: RequestEnd): boolean | undefined {
  if (response) {
    const { status, operationId } = response;
    return status !== 502 && status !== 504 && (status !== 503 || operationId !== undefined);
  }
  if (failure?.kind === 'timeout') return false;
  // Without a connection of its own the browser knows nothing of the service. One that broke off did reach it.
  return failure?.kind === 'network' && failure.status === undefined && navigator.onLine
    ? false
    : undefined;
}

/** Whether the service can be reached, as the requests of the page tell it: nothing is sent to find out. */
export function createHealth() {
  const store = createStore<Health | undefined>(undefined);
  let newest = -Infinity;
  return {
    /** `undefined` before the first response. */
    get: store.get,
    subscribe: store.subscribe,
    notice({ startedAt, end }: RequestLogEntry) {
      if (end === undefined) return;
      const isReached = reached(end);
      if (isReached === undefined) return;
      // A success is told late, when the page is idle.
      const endedAt = startedAt + end.durationMs;
      if (endedAt < newest) return;
      newest = endedAt;
      if (store.get()?.isReached !== isReached)
        store.set(isReached ? { isReached } : { isReached, since: startedAt });
    },
  };
}

/** Of the service that this page uses, by what it has sent until now and whatever it sends. */
export const health = createHealth();

function noticeAll() {
  for (const entry of activity.get().entries.toReversed()) health.notice(entry);
}
noticeAll();
activity.subscribe(noticeAll);
