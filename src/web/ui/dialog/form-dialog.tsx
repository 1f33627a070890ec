import { useId } from 'react';
import { Dialog, type DialogProps } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type FormDialogProps = Omit<DialogProps, 'role' | 'footer'> & {
  submitLabel: string;
  cancelLabel?: string;
  /** Why it cannot be submitted now. */
  refusal?: string | undefined;
  onSubmit: () => void;
};

/** A dialog with a form: Enter in a field submits it. */
export function FormDialog({
  submitLabel,
  cancelLabel = 'Cancel',
  refusal,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <BusyButton type="submit" form={id} refusal={refusal}>
            {submitLabel}
          </BusyButton>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === undefined) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
