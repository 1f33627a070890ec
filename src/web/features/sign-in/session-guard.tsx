import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConfig } from '#web/api/config.ts';
import { ageText, idleText, WARNING_MS, type Limit } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/**
 * `click` and `input` alone come from assistive technology, voice control and dictation. Not `pointermove`: the
 * warning would go on the way to its button, and the page would move under the pointer.
 */
const USE = ['keydown', 'pointerdown', 'wheel', 'click', 'input'] as const;

/** Tells the session when it is used, and the person when it is about to end or belongs to another key. */
export function SessionGuard() {
  const warning = useSyncExternalStore(session.subscribe, session.warning);

  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, passive: true, signal: leaving.signal };
    for (const event of USE) document.addEventListener(event, session.use, options);
    return () => leaving.abort();
  }, []);

  return (
    <>
      <SwitchedAccountNotice />
      {warning && <EndWarning limit={warning} />}
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

function EndWarning({ limit }: { limit: Limit }) {
  const config = useConfig();
  const isIdle = limit === 'idle';
  return (
    <Notice
      tone="warn"
      role="alert"
      title="You will be signed out in 2 minutes."
      // Nothing but signing in again starts the age anew.
      actions={
        isIdle && (
          <Button size="xs" variant="default" onClick={session.use}>
            Stay signed in
          </Button>
        )
      }
    >
      {isIdle
        ? `Nothing has been used for ${idleText(config, WARNING_MS)}.`
        : `You signed in ${ageText(config)} ago. What you have typed is kept for the same key.`}
    </Notice>
  );
}
