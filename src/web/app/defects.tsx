import { Button } from '@mantine/core';
import { reportOf } from '#web/app/error-report.ts';
import { createStore } from '#web/lib/store.ts';
import { session, SessionEnded } from '#web/session/session.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isChunkError } from '#web/ui/on-demand.tsx';

/** Report of the first error that nobody has caught, but not the error itself, which may hold the key or data. */
export const defect = createStore<string | undefined>(undefined);
export const clearDefect = () => defect.set(undefined);
session.onEnd(clearDefect);

/** The first place in the stack is in a browser extension, whose script may run in the page. Safari hides its address. */
function isOfExtension(error: unknown) {
  const [first = ''] = /\S+?:\/\//.exec((error instanceof Error && error.stack) || '') ?? [];
  return /(-extension|webkit-masked-url):/.test(first);
}

export function noticeDefect(error: unknown) {
  if (defect.get() !== undefined || error instanceof SessionEnded) return;
  if (isChunkError(error) || isOfExtension(error)) return;
  defect.set(reportOf(error));
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
  const report = defect.use();
  if (report === undefined) return null;
  return (
    <Notice
      tone="danger"
      title="Something in the app went wrong."
      actions={
        <>
          <CopyButton label="Copy report" text={report} />
          <Button onClick={clearDefect}>Dismiss</Button>
        </>
      }
    >
      What is on the page is still there. Check whether what you did last has worked.
    </Notice>
  );
}
