import { Button } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { session } from '#web/api/session.ts';
import { Notice } from '#web/ui/notice.tsx';

const MINUTE = 60_000;
/** Stands in for the use of another tab, so that the idle hook sees it as use. */
const USED_ELSEWHERE = 'gatehouse:used-elsewhere';
const USE: Array<keyof DocumentEventMap> = ['keydown', 'pointerdown', 'pointermove', 'wheel'];
// The hook's types know only the browser's own events.
const WATCHED = [...USE, USED_ELSEWHERE] as Array<keyof DocumentEventMap>;
const TELL_EVERY_MS = 10_000;

/** Warns after 28 minutes without use in any tab, and ends the session at 30. */
export function IdleGuard() {
  const idle = useIdle(28 * MINUTE, { events: WATCHED, initialState: false });
  const signOut = useEffectEvent(() => session.end('idle'));

  useEffect(() => {
    let told = 0;
    const tell = () => {
      if (Date.now() - told < TELL_EVERY_MS) return;
      told = Date.now();
      session.tellUsed();
    };
    for (const event of USE) document.addEventListener(event, tell);
    const stop = session.onUsedElsewhere(() => document.dispatchEvent(new Event(USED_ELSEWHERE)));
    return () => {
      for (const event of USE) document.removeEventListener(event, tell);
      stop();
    };
  }, []);

  useEffect(() => {
    if (!idle) return undefined;
    const timer = setTimeout(signOut, 2 * MINUTE);
    return () => clearTimeout(timer);
  }, [idle]);

  if (!idle) return null;
  return (
    <Notice
      tone="warn"
      role="alert"
      title="You will be signed out in 2 minutes."
      // Pressing it is use, which is what extends the session.
      actions={
        <Button size="xs" variant="default">
          Stay signed in
        </Button>
      }
    >
      Nothing has been used for 28 minutes.
    </Notice>
  );
}
