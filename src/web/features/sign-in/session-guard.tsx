import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { Limit } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/**
 * `click` and `input` alone come from assistive technology, voice control and dictation; `focusin` and
 * `selectionchange` from a screen reader that only reads. Not `pointermove`: anything that passes would be use.
 */
const USE = [
  'keydown',
  'pointerdown',
  'wheel',
  'click',
  'input',
  'focusin',
  'selectionchange',
] as const;

/** Id of the text of the warning. */
export const SESSION_WARNING = 'session-warning';

export type SessionWarningProps = { limit: Limit };

/** Its dialog asks: then its buttons alone are an answer, and the way to them is none. */
function noticeUse() {
  if (!document.getElementById(SESSION_WARNING)) session.use();
}

/** Tells the session when it is used, and the person when it is about to end or belongs to another key. */
export function SessionGuard({ Warning }: { Warning: ComponentType<SessionWarningProps> }) {
  const warning = useSyncExternalStore(session.subscribe, session.warning);

  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, passive: true, signal: leaving.signal };
    for (const event of USE) document.addEventListener(event, noticeUse, options);
    return () => leaving.abort();
  }, []);

  return (
    <>
      <SwitchedAccountNotice />
      {warning && <Warning key={warning} limit={warning} />}
    </>
  );
}

function SwitchedAccountNotice() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [isDismissed, setDismissed] = useState(false);
  if (state.kind !== 'signed-in' || !state.switchedAccount || isDismissed) return null;
  return (
    <Notice
      tone="warn"
      role="alert"
      title="Another key was signed in in another tab."
      actions={
        <Button size="xs" variant="default" onClick={() => setDismissed(true)}>
          Dismiss
        </Button>
      }
    >
      This tab uses it from now on. What was loaded and typed here with the key before is gone.
    </Notice>
  );
}
