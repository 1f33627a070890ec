import { useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { SESSION_WARNING, type SessionWarningProps } from '#web/features/sign-in/session-guard.tsx';
import { ageText, idleText, WARNING_MS } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/**
 * Above everything, whatever dialog is open and wherever the page is scrolled to. No alertdialog: nothing is lost by
 * going on.
 */
export function SessionWarning({ limit }: SessionWarningProps) {
  const config = useConfig();
  const [isClosed, setClosed] = useState(false);
  const isIdle = limit === 'idle';
  if (isClosed) return null;
  return (
    <Dialog
      title="You will be signed out in 2 minutes."
      onClose={isIdle ? session.use : () => setClosed(true)}
      footer={
        <>
          <Button variant="default" onClick={() => session.end('signed-out')}>
            Sign out now
          </Button>
          {isIdle ? (
            <Button data-autofocus aria-describedby={SESSION_WARNING} onClick={session.use}>
              Stay signed in
            </Button>
          ) : (
            // Without the focus: somebody may be typing, and a blank would press it.
            <Button onClick={() => setClosed(true)}>Keep working</Button>
          )}
        </>
      }
    >
      <p id={SESSION_WARNING}>
        {isIdle
          ? `Nothing has been used for ${idleText(config, WARNING_MS)}.`
          : `You signed in ${ageText(config)} ago. What you have typed is kept for the same key.`}
      </p>
    </Dialog>
  );
}
