import type { RequestLogEntry } from '#client/request-log.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

const MOST = 200;

/** Never changed in place: what somebody looks at stays as it was. */
interface ActivityState {
  /** Newest first, at most 200. */
  entries: readonly RequestLogEntry[];
}

/** The requests of this tab as they were sent, in its memory only: see `RequestLogEntry` before one is shown. */
export function createActivity() {
  const store = createStore<ActivityState>({ entries: [] });
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: () => store.set({ entries: [] }),

    record(entry: RequestLogEntry) {
      const { entries } = store.get();
      const index = entries.findIndex(({ number }) => number === entry.number);
      if (index !== -1) store.set({ entries: entries.with(index, entry) });
      // The end of a request that is no longer kept, or was cleared away, is no news.
      else if (entry.end === undefined) store.set({ entries: [entry, ...entries].slice(0, MOST) });
    },
  };
}

export const activity = createActivity();

// Responses hold rows.
session.onEnd(activity.clear);
