import type { RequestLogEntry } from '#client/exchange.ts';
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

/** The requests of this tab, in its memory only. The key is in none of them. */
export interface Activity {
  record(exchange: RequestLogEntry): void;
  /** Newest first, at most 500; another list after each change. */
  exchanges(): readonly RequestLogEntry[];
  /** What differed since the session began, or since it was cleared, also in requests that are no longer kept. */
  deviations(): readonly Deviation[];
  subscribe(listener: () => void): () => void;
  clear(): void;
}

export function createActivity(): Activity {
  let exchanges: readonly RequestLogEntry[] = [];
  let deviations: readonly Deviation[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function count(exchange: RequestLogEntry, text: string) {
    const { method, template, number: last } = exchange;
    const isSame = (other: Deviation) =>
      other.text === text && other.method === method && other.template === template;
    const times = (deviations.find(isSame)?.times ?? 0) + 1;
    deviations = [
      ...deviations.filter((other) => !isSame(other)),
      { method, template, text, times, last },
    ].slice(-MOST);
  }

  return {
    record(exchange) {
      const place = exchanges.findIndex(({ number }) => number === exchange.number);
      if (place !== -1) exchanges = exchanges.with(place, exchange);
      // The end of a request whose begin is no longer kept, or has been cleared away, is no news.
      else if (exchange.end === undefined) exchanges = [exchange, ...exchanges].slice(0, MOST);
      else return;
      for (const text of exchange.end?.deviations ?? []) count(exchange, text);
      tell();
    },
    exchanges: () => exchanges,
    deviations: () => deviations,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {
      exchanges = [];
      deviations = [];
      tell();
    },
  };
}

export const activity = createActivity();

// Answers hold rows.
session.onEnd(activity.clear);
