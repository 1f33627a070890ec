import { Button } from '@mantine/core';
import { useState } from 'react';
import { runtimeConfig } from '#web/api/config.ts';
import { waitText } from '#web/api/failure-text.ts';
import { signOut } from '#web/app/sign-out.tsx';
import { ageText, idleText, WARNING_MS, type Limit } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { TopDialog } from '#web/ui/alert-dialog.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';

/**
 * Above every other dialog. It is no alertdialog, for nothing is lost by going on.
 *
 * @param id of its text
 */
export function SessionWarning({ limit, id }: { limit: Limit; id: string }) {
  const config = runtimeConfig();
  const [isClosed, setClosed] = useState(false);
  // A tab that was frozen may come to it late.
  const [end] = useState(() => performance.now() + session.leftMs());
  const left = waitText(useTimeLeft(end));
  const isIdle = limit === 'idle';
  const goOn = isIdle ? session.use : () => setClosed(true);
  if (isClosed) return null;
  return (
    <TopDialog
      role="dialog"
      title="You will be signed out in 2 minutes."
      onClose={goOn}
      footer={
        <>
          <Button onClick={signOut}>Sign out now</Button>
          {/* Where the person is working no button takes the focus: the next blank would press it. */}
          <Button variant="filled" data-autofocus={isIdle || undefined} onClick={goOn}>
            {isIdle ? 'Stay signed in' : 'Keep working'}
          </Button>
        </>
      }
    >
      <p id={id}>
        {isIdle
          ? `Nothing has been used for ${idleText(config, WARNING_MS)}.`
          : `You signed in ${ageText(config)} ago. What you have typed is kept for the same key.`}{' '}
        <span aria-hidden className="numbers">
          {left} left.
        </span>
      </p>
    </TopDialog>
  );
}
