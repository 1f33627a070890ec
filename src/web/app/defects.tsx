import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { errorText, reportOf } from '#web/app/error-report.ts';
import { createStore } from '#web/lib/emitter.ts';
import { count } from '#web/lib/format.ts';
import { session, SessionEnded } from '#web/session/session.ts';
import { isChunkError } from '#web/ui/chunk-error.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Reporting may itself throw: neither the list nor the counter grows without end. */
const REPORTS_MAX = 5;
const TIMES_MAX = 100;

/** Errors that nobody has caught: reports by text, for the errors themselves may hold the key or data. */
const NONE = { reports: new Map<string, string>(), times: 0 };
export const defects = createStore(NONE);
export const clearDefects = () => defects.set(NONE);
session.onEnd(clearDefects);

export function noticeDefect(error: unknown) {
  const { reports, times } = defects.get();
  if (error instanceof SessionEnded || isChunkError(error) || times === TIMES_MAX) return;
  const text = errorText(error);
  const isNew = !reports.has(text) && reports.size < REPORTS_MAX;
  const known = isNew ? new Map(reports).set(text, reportOf(error)) : reports;
  defects.set({ reports: known, times: times + 1 });
}

/** The console shows them all the same. */
export function watchForDefects() {
  window.addEventListener('error', ({ error }) => {
    // Without an error the event is of the browser itself (ResizeObserver) or of another origin's script.
    if (error) noticeDefect(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => noticeDefect(reason));
}

/** Something went wrong behind the page, which is still there. */
export function DefectNotice() {
  const { reports, times } = useSyncExternalStore(defects.subscribe, defects.get);
  if (times === 0) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title="Something in the app went wrong."
      actions={
        <>
          <CopyButton label="Copy report" text={[...reports.values()].join('\n\n')} />
          <Button onClick={clearDefects}>Dismiss</Button>
        </>
      }
    >
      What is on the page is still there. Check whether what you did last has worked.
      {/* Announced the first time only. */}
      <span aria-live="off">{times > 1 && ` It went wrong ${count(times, 'time')}.`}</span>
    </Notice>
  );
}
