import { useEffect, useState } from 'react';
import { pageHistory } from '#web/lib/page-history.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { useAskBeforeUnload } from '#web/ui/dialog/use-ask-before-unload.ts';

/** State of a navigation after a save or a deletion: there is nothing left to ask about. */
export type LeavingState = { settled: true };

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const [proceed, setProceed] = useState<() => void>();

  useEffect(() => {
    if (!dirty) return undefined;
    return pageHistory.guard((next, goOn) => {
      const state = next.state as Partial<LeavingState> | null; // ours, or absent
      if (state?.settled) return false;
      setProceed(() => goOn);
      return true;
    });
  }, [dirty]);

  useAskBeforeUnload(dirty);

  if (proceed === undefined) return null;
  const close = () => setProceed(undefined);
  return (
    <DiscardDialog
      onDiscard={() => {
        close();
        proceed();
      }}
      onKeep={close}
    />
  );
}

type DiscardDialogProps = { onDiscard: () => void; onKeep: () => void };

export const DiscardDialog = ({ onDiscard, onKeep }: DiscardDialogProps) => (
  <ConfirmDialog
    title="Discard unsaved changes?"
    confirmLabel="Discard changes"
    cancelLabel="Keep editing"
    danger
    onConfirm={onDiscard}
    onClose={onKeep}
  >
    <p>What you changed on this page has not been saved.</p>
  </ConfirmDialog>
);
