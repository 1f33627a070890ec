import { Button, Group, Stack } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { focusFirst, useFocusRescue, useModal } from '#web/ui/focus.ts';
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
  const id = useId();
  useModal();
  useFocusRescue(dialog);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    focusFirst([element?.querySelector('[data-autofocus]'), element]);
    return () => element?.close();
  }, []);

  // As those of Mantine, outside of the root, which is inert below it.
  return createPortal(
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={`card ${styles.dialog}`}
      style={{ width: `min(${wide ? 55 : 34}rem, 100vw - 2rem)` }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // After several Escapes browsers close a dialog whatever the page says; this one closes by being unmounted.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <DialogParts id={`${id}-text`} footer={footer}>
        {children}
      </DialogParts>
    </dialog>,
    document.body,
  );
}

type DialogPartsProps = { id?: string; footer: ReactNode; children: ReactNode };

/** Below the title of every dialog, also of Mantine's. */
export const DialogParts = ({ id, footer, children }: DialogPartsProps) => (
  <>
    <Stack id={id} gap="sm" mt="sm" mb="lg" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Stack>
    {footer && (
      <Group gap="xs" justify="flex-end" className="buttons">
        {footer}
      </Group>
    )}
    <AnnounceRegion />
  </>
);

type AlertDialogProps = {
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Fills the button with the colour of a loss. */
  danger?: boolean;
  /** While it is busy it stays open. */
  busy?: boolean | undefined;
  /** Why it cannot be confirmed now. */
  refusal?: string | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
  other?: { label: string; onPress: () => void } | undefined;
  children: ReactNode;
};

/** Asks before a loss, with the focus at "Cancel". */
export function AlertDialog(props: AlertDialogProps) {
  const { title, confirmLabel, cancelLabel = 'Cancel', danger, busy, refusal, other } = props;
  const unlessBusy = (act: () => void) => () => busy || act();
  const close = unlessBusy(props.onClose);
  return (
    <TopDialog
      role="alertdialog"
      title={title}
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {cancelLabel}
          </Button>
          {other && <Button onClick={unlessBusy(other.onPress)}>{other.label}</Button>}
          <SubmitButton
            color={danger ? 'danger' : 'action'}
            busy={busy}
            refusal={refusal}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </SubmitButton>
        </>
      }
    >
      {props.children}
    </TopDialog>
  );
}
