import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
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

  const { key } = useLocation();
  const own = useRef({ key: '', entry: 0 });
  useEffect(() => {
    own.current = { key, entry: entryNumber() };
  }, [key]);

  if (blocker.state !== 'blocked') return null;
  const keep = () => {
    blocker.reset();
    // Back pressed twice at once leaves the browser at another entry than the page, which the router does not notice.
    const by = own.current.entry - entryNumber();
    if (by !== 0) window.history.go(by);
  };
  return <DiscardDialog onDiscard={() => blocker.proceed()} onKeep={keep} />;
}

/** The router numbers the entries of the browser's history. */
function entryNumber(): number {
  const state: { idx?: number } | null = window.history.state;
  return state?.idx ?? 0;
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
