import { useSyncExternalStore } from 'react';
import type { RequestLogEntry } from '#client/request-log.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

const MOST = 200;

/**
 * The requests of this tab as they were sent, newest first, in its memory only: see `RequestLogEntry` before one is
 * shown. Never changed in place: what somebody looks at stays as it was.
 */
export const requests = createStore<readonly RequestLogEntry[]>([]);

// Responses hold rows.
session.onEnd(() => requests.set([]));

/** What ended while the browser had no connection of its own: of the service it tells nothing, then or later. */
const offline = new WeakSet<RequestLogEntry>();

export function recordRequest(entry: RequestLogEntry) {
  if (entry.end && !navigator.onLine) offline.add(entry);
  const entries = requests.get();
  const index = entries.findIndex(({ number }) => number === entry.number);
  if (index !== -1) requests.set(entries.with(index, entry));
  // The end of a request that is no longer kept, or was cleared away, is no news.
  else if (entry.end === undefined) requests.set([entry, ...entries].slice(0, MOST));
}

/** Whether a request reached the service; `undefined` where it does not tell. */
function isReached(entry: RequestLogEntry): boolean | undefined {
  const { end } = entry;
  if (end?.response) return ![502, 503, 504].includes(end.response.status);
  const kind = end?.failure?.kind;
  const isLost = kind === 'timeout' || kind === 'network';
  return isLost && !offline.has(entry) ? false : undefined;
}

/**
 * Since when the service cannot be reached, as the requests of this tab tell it: nothing is sent to find out.
 *
 * @returns milliseconds since 1970; `undefined` where it was reached last, or where nothing tells
 */
export function unreachableSince(entries: readonly RequestLogEntry[]): number | undefined {
  const known = entries.filter((entry) => isReached(entry) !== undefined);
  const firstReached = known.findIndex(isReached);
  return (firstReached === -1 ? known : known.slice(0, firstReached)).at(-1)?.startedAt;
}

export const useUnreachableSince = () =>
  useSyncExternalStore(requests.subscribe, () => unreachableSince(requests.get()));
