import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

/** State of a navigation after a save or a deletion: there is nothing left to ask about. */
export type LeavingState = { settled: true };

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const state = nextLocation.state as Partial<LeavingState> | null; // ours, or absent
    return dirty && !state?.settled && currentLocation.pathname !== nextLocation.pathname;
  });

  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return <DiscardDialog onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />;
}

type DiscardDialogProps = { onDiscard: () => void; onKeep: () => void };

export const DiscardDialog = ({ onDiscard, onKeep }: DiscardDialogProps) => (
  <AlertDialog
    title="Discard unsaved changes?"
    confirmLabel="Discard changes"
    cancelLabel="Keep editing"
    danger
    onConfirm={onDiscard}
    onClose={onKeep}
  >
    <p>What you changed on this page has not been saved.</p>
  </AlertDialog>
);
