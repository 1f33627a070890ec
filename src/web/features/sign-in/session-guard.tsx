import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { WARNING_MS } from '#web/api/session-limits.ts';
import { session } from '#web/api/session.ts';
import { idleMinutes, sessionHours } from '#web/features/sign-in/limit-words.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Not `pointermove`: the warning would go on the way to its button, and the page would move under the pointer. */
const USE = ['keydown', 'pointerdown', 'wheel'] as const;
const TITLE = 'You will be signed out in 2 minutes.';

/** Tells the session when it is used, and the person when it is about to end. */
export function SessionGuard() {
  const warning = useSyncExternalStore(session.subscribe, session.warning);

  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, passive: true, signal: leaving.signal };
    for (const event of USE) document.addEventListener(event, session.use, options);
    return () => leaving.abort();
  }, []);

  if (warning === 'idle') return <IdleWarning />;
  if (warning === 'age') return <AgeWarning />;
  return null;
}

function IdleWarning() {
  return (
    <Notice
      tone="warn"
      role="alert"
      title={TITLE}
      // Pressing it is use, which is what extends the session.
      actions={
        <Button size="xs" variant="default">
          Stay signed in
        </Button>
      }
    >
      Nothing has been used for {idleMinutes(WARNING_MS)}.
    </Notice>
  );
}

/** Without a button: nothing but signing in again starts a new count. */
function AgeWarning() {
  return (
    <Notice tone="warn" role="alert" title={TITLE}>
      You signed in {sessionHours()} ago. What you have typed is kept for the same key.
    </Notice>
  );
}
