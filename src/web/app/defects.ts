import { errorText, reportOf } from '#web/app/error-report.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session, SessionEnded } from '#web/session/session.ts';
import { isChunkError } from '#web/ui/chunk-error.ts';

/** An error that nobody has caught. The error itself may hold the key or data and is not stored. */
interface Defect {
  report: string;
  times: number;
}

/** Reporting may itself throw: neither list nor counter grows without end. */
const DEFECTS_MAX = 5;
const TIMES_MAX = 100;

/** By the text of the error, in the order in which they first came. */
export const defects = createStore<ReadonlyMap<string, Defect>>(new Map());
export const clearDefects = () => defects.set(new Map());
session.onEnd(clearDefects);

export function noticeDefect(error: unknown) {
  if (error instanceof SessionEnded || isChunkError(error)) return;
  const text = errorText(error);
  const known = defects.get();
  const { report, times } = known.get(text) ?? { report: '', times: 0 };
  if (times === 0 ? known.size >= DEFECTS_MAX : times >= TIMES_MAX) return;
  defects.set(new Map(known).set(text, { report: report || reportOf(error), times: times + 1 }));
}

/** The console shows them all the same. */
export function watchForDefects() {
  window.addEventListener('error', ({ error }) => {
    // Without an error the event is of the browser itself (ResizeObserver) or of another origin's script.
    if (error) noticeDefect(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => noticeDefect(reason));
}
