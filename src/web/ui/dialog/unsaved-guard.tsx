import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { DiscardDialog } from '#web/ui/dialog/discard-dialog.tsx';

/** State of a navigation that follows a save or a deletion: there is nothing left to ask about. */
export type LeavingState = { settled: true };

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const state = nextLocation.state as Partial<LeavingState> | null; // ours, or absent
    return dirty && !state?.settled && currentLocation.pathname !== nextLocation.pathname;
  });

  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return <DiscardDialog onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />;
}
