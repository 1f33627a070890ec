import { createStore } from '#web/lib/emitter.ts';
import { SessionEnded, session } from '#web/session/session.ts';
import { errorText, reportNow } from '#web/app/error-report.ts';

/** Something went wrong where nobody waited for it, and so nobody has told the person. */
export interface Defect {
  /** Plain text without the key or data; the error itself may hold both and is not kept. */
  report: string;
  times: number;
}

/** Cap: reporting may itself throw. */
const DEFECTS_MAX = 5;
const TIMES_MAX = 100;

export function createDefects(report: (error: unknown) => string) {
  /** By what they say, in the order in which they first came. */
  const known = createStore<ReadonlyMap<string, Defect>>(new Map());
  return {
    ...known,
    notice(error: unknown) {
      if (error instanceof SessionEnded) return;
      const text = errorText(error);
      const before = known.get().get(text);
      if (before === undefined ? known.get().size >= DEFECTS_MAX : before.times >= TIMES_MAX)
        return;
      const defect = before ?? { report: report(error), times: 0 };
      known.set(new Map(known.get()).set(text, { ...defect, times: defect.times + 1 }));
    },
    clear: () => known.set(new Map()),
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
