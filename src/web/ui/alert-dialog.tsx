import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { focusFirst, openerOf } from '#web/ui/focus.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './dialog.module.css';

type AlertDialogProps = {
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Fills the button with the colour of a loss. */
  danger?: boolean;
  /** While it is busy it stays open. */
  busy?: boolean;
  /** Why it cannot be confirmed now. */
  refusal?: string | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
  other?: { label: string; onPress: () => void } | undefined;
  children: ReactNode;
};

/**
 * Asks before a loss; mount it to open it. The focus starts at "Cancel" and goes back to where it was.
 *
 * A native dialog: Mantine's `Modal` is always of the role `dialog`.
 */
export function AlertDialog(props: AlertDialogProps) {
  const { title, confirmLabel, cancelLabel = 'Cancel', danger, busy = false, refusal } = props;
  const { onConfirm, onClose, other, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The item of a menu is gone when the dialog closes, but not its button.
  const [opener] = useState(openerOf);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    cancel.current?.focus({ preventScroll: true });
    // After several Escapes browsers close a dialog whatever the page says; this one closes by being unmounted.
    const reopen = () => element?.showModal();
    element?.addEventListener('close', reopen);
    return () => {
      element?.removeEventListener('close', reopen);
      element?.close();
      focusFirst(opener);
    };
  }, [opener]);

  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={styles.body}>
        {children}
      </div>
      <div className={styles.footer}>
        <Button ref={cancel} variant="default" onClick={close}>
          {cancelLabel}
        </Button>
        {other && (
          <Button variant="default" onClick={() => !busy && other.onPress()}>
            {other.label}
          </Button>
        )}
        <SubmitButton
          type="button"
          color={danger ? 'danger' : 'action'}
          busy={busy}
          refusal={refusal}
          onClick={onConfirm}
        >
          {confirmLabel}
        </SubmitButton>
      </div>
      <AnnounceRegion />
    </dialog>
  );
}
