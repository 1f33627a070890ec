import type { RequestLogEntry } from '#client/request-log.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

const MOST = 500;

/** Never changed in place: what somebody looks at stays as it was. */
interface ActivityState {
  /** Newest first, at most 500. */
  entries: readonly RequestLogEntry[];
}

const NOTHING: ActivityState = { entries: [] };

/** The requests of this tab as they were sent, in its memory only: see `RequestLogEntry` before one is shown. */
export function createActivity() {
  const store = createStore(NOTHING);

  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: () => store.set(NOTHING),

    record(entry: RequestLogEntry) {
      const { entries } = store.get();
      const index = entries.findIndex(({ number }) => number === entry.number);
      // The end of a request that is no longer kept, or was cleared away, is no news.
      if (index === -1 && entry.end !== undefined) return;
      store.set({
        entries: index === -1 ? [entry, ...entries].slice(0, MOST) : entries.with(index, entry),
      });
    },
  };
}

export const activity = createActivity();

// Responses hold rows.
session.onEnd(activity.clear);
