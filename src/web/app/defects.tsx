import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { errorText, reportOf } from '#web/app/error-report.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session, SessionEnded } from '#web/session/session.ts';
import { isChunkError } from '#web/ui/chunk-error.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Reporting may itself throw: the list does not grow without end. */
const REPORTS_MAX = 5;

/** Reports of errors that nobody has caught, by text: the errors themselves may hold the key or data. */
export const defects = createStore<ReadonlyMap<string, string>>(new Map());
export const clearDefects = () => defects.set(new Map());
session.onEnd(clearDefects);

export function noticeDefect(error: unknown) {
  if (error instanceof SessionEnded || isChunkError(error)) return;
  const reports = defects.get();
  const text = errorText(error);
  if (!reports.has(text) && reports.size < REPORTS_MAX)
    defects.set(new Map(reports).set(text, reportOf(error)));
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
  const reports = useSyncExternalStore(defects.subscribe, defects.get);
  if (reports.size === 0) return null;
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
    </Notice>
  );
}
