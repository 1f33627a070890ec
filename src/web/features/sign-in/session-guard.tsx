import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConfig } from '#web/api/config.ts';
import { ageText, idleText, WARNING_MS } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/**
 * `click` and `input` alone come from assistive technology, voice control and dictation; the app's own scripts make
 * them only in answer to a press. Not `pointermove`: the warning would go on the way to its button, and the page would
 * move under the pointer.
 */
const USE = ['keydown', 'pointerdown', 'wheel', 'click', 'input'] as const;
const TITLE = 'You will be signed out in 2 minutes.';

/** Tells the session when it is used, and the person when it is about to end or has become another one. */
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
      <MovedNotice />
      {warning === 'idle' && <IdleWarning />}
      {warning === 'age' && <AgeWarning />}
    </>
  );
}

/** In the tree of the new session, which begins without what was dismissed or shown before. */
function MovedNotice() {
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

function IdleWarning() {
  return (
    <Notice
      tone="warn"
      role="alert"
      title={TITLE}
      actions={
        <Button size="xs" variant="default" onClick={session.use}>
          Stay signed in
        </Button>
      }
    >
      Nothing has been used for {idleText(useConfig(), WARNING_MS)}.
    </Notice>
  );
}

/** Without a button: nothing but signing in again starts a new count. */
function AgeWarning() {
  return (
    <Notice tone="warn" role="alert" title={TITLE}>
      You signed in {ageText(useConfig())} ago. What you have typed is kept for the same key.
    </Notice>
  );
}
