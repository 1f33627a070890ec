import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { focusFirst, openerOf } from '#web/ui/focus.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './dialog.module.css';

type TopDialogProps = {
  role: 'alertdialog' | 'dialog';
  title: ReactNode;
  /** Escape was pressed. */
  onClose: () => void;
  /** For columns side by side. */
  wide?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/**
 * A native dialog above everything else, whatever is open; mount it to open it. The focus starts at `data-autofocus`,
 * else at the dialog itself, and goes back to where it was.
 *
 * Mantine's `Modal` is always of the role `dialog` and lies below a native one.
 */
export function TopDialog({ role, title, onClose, wide, footer, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The item of a menu is gone when the dialog closes, but not its button.
  const [opener] = useState(openerOf);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Escape would also close a dialog of Mantine that lies below.
    element?.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) target.setAttribute('data-mantine-stop-propagation', 'true');
    });
    const start = element?.querySelector<HTMLElement>('[data-autofocus]') ?? element;
    start?.focus({ preventScroll: true });
    // After several Escapes browsers close a dialog whatever the page says; this one closes by being unmounted.
    const reopen = () => element?.showModal();
    element?.addEventListener('close', reopen);
    return () => {
      element?.removeEventListener('close', reopen);
      element?.close();
      focusFirst(opener);
    };
  }, [opener]);

  return (
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.dialog}
      data-wide={wide || undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={styles.body}>
        {children}
      </div>
      <div className={styles.footer}>{footer}</div>
      <AnnounceRegion />
    </dialog>
  );
}

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

/** Asks before a loss, with the focus at "Cancel". */
export function AlertDialog(props: AlertDialogProps) {
  const { title, confirmLabel, cancelLabel = 'Cancel', danger, busy = false, refusal } = props;
  const { onConfirm, onClose, other, children } = props;
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <TopDialog
      role="alertdialog"
      title={title}
      onClose={close}
      footer={
        <>
          <Button data-autofocus variant="default" onClick={close}>
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
        </>
      }
    >
      {children}
    </TopDialog>
  );
}
