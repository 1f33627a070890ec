import type { RequestLogEntry } from '#client/request-log.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

const MOST = 500;

/** Something that differed from the documented API, as often as it did. */
export interface Deviation {
  method: string;
  /** Path template of the operation. */
  template: string;
  text: string;
  times: number;
  /** Number of the newest request that had it. */
  last: number;
}

/** Never changed in place: what somebody looks at stays as it was. */
interface ActivityState {
  /** Newest first, at most 500. */
  entries: readonly RequestLogEntry[];
  /** Since the session began, or since it was cleared, also of requests that are no longer kept. */
  deviations: readonly Deviation[];
}

const NOTHING: ActivityState = { entries: [], deviations: [] };

/** The requests of this tab, in its memory only. The key is in none of them. */
export function createActivity() {
  const store = createStore(NOTHING);

  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: () => store.set(NOTHING),

    record(entry: RequestLogEntry) {
      const { entries, deviations } = store.get();
      const index = entries.findIndex(({ number }) => number === entry.number);
      // The end of a request that is no longer kept, or was cleared away, is no news.
      if (index === -1 && entry.end !== undefined) return;
      store.set({
        entries: index === -1 ? [entry, ...entries].slice(0, MOST) : entries.with(index, entry),
        deviations: (entry.end?.deviations ?? []).reduce(
          (counted, text) => counting(counted, entry, text),
          deviations,
        ),
      });
    },
  };
}

function counting(
  deviations: readonly Deviation[],
  { method, template, number: last }: RequestLogEntry,
  text: string,
): readonly Deviation[] {
  const isSame = (other: Deviation) =>
    other.text === text && other.method === method && other.template === template;
  const times = (deviations.find(isSame)?.times ?? 0) + 1;
  const others = deviations.filter((other) => !isSame(other));
  return [...others, { method, template, text, times, last }].slice(-MOST);
}

export const activity = createActivity();

// Responses hold rows.
session.onEnd(activity.clear);
