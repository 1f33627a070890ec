import { SessionEnded, session } from '#web/session/session.ts';
import { reportNow } from '#web/app/error-report.ts';
import { errorText } from '#web/app/error-text.ts';

/** Something went wrong where nobody waited for it, and so nobody has told the person. */
export interface Defect {
  /** Plain text without the key or data; the error itself may hold both and is not kept. */
  report: string;
  times: number;
}

/** Telling of a mistake may be what makes the next one: then it comes to an end here. */
const DEFECTS_MAX = 5;
const TIMES_MAX = 100;

export interface Defects {
  notice(error: unknown): void;
  /** In the order in which they first came; another list after each change. */
  seen(): readonly Defect[];
  clear(): void;
  subscribe(listener: () => void): () => void;
}

export function createDefects(report: (error: unknown) => string): Defects {
  let known: ReadonlyMap<string, Defect> = new Map();
  let seen: readonly Defect[] = [];
  const listeners = new Set<() => void>();

  function become(next: ReadonlyMap<string, Defect>) {
    known = next;
    seen = [...next.values()];
    for (const listener of listeners) listener();
  }

  return {
    notice(error) {
      if (error instanceof SessionEnded) return;
      const text = errorText(error);
      const before = known.get(text);
      if (before === undefined ? known.size >= DEFECTS_MAX : before.times >= TIMES_MAX) return;
      const defect = before ?? { report: report(error), times: 0 };
      become(new Map(known).set(text, { ...defect, times: defect.times + 1 }));
    },
    seen: () => seen,
    clear: () => become(new Map()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const defects = createDefects(reportNow);

session.onEnd(defects.clear);

/** Watches for whatever is thrown or rejected and caught by nobody; the console hears of it all the same. */
export function watchForDefects(page: EventTarget = window, { notice } = defects) {
  page.addEventListener('error', (event) => {
    // Without its error it is a word of the browser itself (ResizeObserver) or of a script that is not of this app.
    if (event instanceof ErrorEvent && event.error) notice(event.error);
  });
  page.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) notice(event.reason);
  });
}
