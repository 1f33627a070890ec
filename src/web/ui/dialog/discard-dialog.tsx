import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

/** Asks before unsaved changes are given up. */
export function DiscardDialog({
  onDiscard,
  onKeep,
}: {
  onDiscard: () => void;
  onKeep: () => void;
}) {
  return (
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
}
