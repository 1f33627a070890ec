import type { ReactNode } from 'react';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type ConfirmDialogProps = {
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be confirmed now. */
  refusal?: string | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
  other?: { label: string; onPress: () => void } | undefined;
  aside?: ReactNode;
  children: ReactNode;
};

/** Asks before a loss. The focus starts at "Cancel"; while it is busy it stays open. */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy = false,
  refusal,
  onConfirm,
  onClose,
  other,
  aside,
  children,
}: ConfirmDialogProps) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={close}
      footer={
        <>
          {aside}
          <Button variant="default" data-autofocus onClick={close}>
            {cancelLabel}
          </Button>
          {other && (
            <Button variant="default" onClick={() => !busy && other.onPress()}>
              {other.label}
            </Button>
          )}
          <BusyButton danger={danger} busy={busy} refusal={refusal} onClick={onConfirm}>
            {confirmLabel}
          </BusyButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
