import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

type ConfirmDialogProps = {
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** While its promise is open a further press does nothing, also before `busy` has come. */
  onConfirm: () => void | Promise<unknown>;
  onClose: () => void;
  /** A third way, between the two. */
  other?: { label: string; onPress: () => void } | undefined;
  /** Beside the buttons: a copy of the request. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Asks before a loss. The focus starts on the way back; while an answer is awaited it stays open. */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy = false,
  onConfirm,
  onClose,
  other,
  aside,
  children,
}: ConfirmDialogProps) {
  const running = useRef(false);
  function confirm() {
    if (running.current) return;
    const result = onConfirm();
    if (!(result instanceof Promise)) return;
    running.current = true;
    void result.finally(() => {
      running.current = false;
    });
  }
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
          <BusyButton color={danger ? 'danger' : 'action'} busy={busy} onClick={confirm}>
            {confirmLabel}
          </BusyButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
