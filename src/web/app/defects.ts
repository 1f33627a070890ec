import { createStore } from '#web/lib/emitter.ts';
import { SessionEnded, session } from '#web/session/session.ts';
import { errorText, reportOf } from '#web/app/error-report.ts';

/** An error that nobody caught. */
export interface Defect {
  /** The error itself may hold the key or data and is not kept. */
  report: string;
  times: number;
}

/** Cap: reporting may itself throw. */
const DEFECTS_MAX = 5;
const TIMES_MAX = 100;

export function createDefects(report: (error: unknown) => string) {
  /** By their text, in the order in which they first came. */
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

export const defects = createDefects(reportOf);

session.onEnd(defects.clear);

/** The console shows them all the same. */
export function watchForDefects(page: EventTarget = window, { notice } = defects) {
  page.addEventListener('error', (event) => {
    // Without an error it comes from the browser itself (ResizeObserver) or from another origin's script.
    if (event instanceof ErrorEvent && event.error) notice(event.error);
  });
  page.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) notice(event.reason);
  });
}
