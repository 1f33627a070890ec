import { Button } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import { useEffect } from 'react';
import { session } from '#web/api/session.ts';
import { IDLE_WARNING_MS, idleMinutes, idleMs } from '#web/features/sign-in/idle-time.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Stands in for the use of another tab, so that the idle hook sees it as use. */
const USED_ELSEWHERE = 'gatehouse:used-elsewhere';
/** Not `pointermove`: the warning would go on the way to its button, and the page would move under the pointer. */
const USE: Array<keyof DocumentEventMap> = ['keydown', 'pointerdown', 'wheel'];
// The hook's types know only the browser's own events.
const WATCHED = [...USE, USED_ELSEWHERE] as Array<keyof DocumentEventMap>;
const TELL_EVERY_MS = 10_000;

/** Ends the session after a time without use in any tab, and warns before. */
export function IdleGuard() {
  const idle = useIdle(idleMs() - IDLE_WARNING_MS, { events: WATCHED, initialState: false });

  useEffect(() => {
    let lastUse = Date.now();
    let told = 0;

    // Timers stand still while the machine sleeps: the clock decides, before waking it up counts as use.
    const look = () => {
      if (Date.now() - lastUse > idleMs()) session.end('idle');
    };
    function use(isHere: boolean) {
      look();
      const now = Date.now();
      lastUse = now;
      if (isHere && now - told > TELL_EVERY_MS) {
        told = now;
        session.tellUsed();
      }
    }
    const useHere = () => use(true);

    for (const event of USE) document.addEventListener(event, useHere, { capture: true });
    document.addEventListener('visibilitychange', look);
    const stop = session.onUsedElsewhere(() => {
      use(false);
      document.dispatchEvent(new Event(USED_ELSEWHERE));
    });
    return () => {
      for (const event of USE) document.removeEventListener(event, useHere, { capture: true });
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, []);

  useEffect(() => {
    if (!idle) return undefined;
    const timer = setTimeout(() => session.end('idle'), IDLE_WARNING_MS);
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
      Nothing has been used for {idleMinutes(IDLE_WARNING_MS)}.
    </Notice>
  );
}
