import { useId } from 'react';
import { Dialog, type DialogProps } from '#web/ui/dialog/dialog.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type FormDialogProps = Omit<DialogProps, 'role' | 'footer'> & {
  submitLabel: string;
  onSubmit: () => void;
};

/** A dialog with a form: Enter in a field submits it. */
export function FormDialog({ submitLabel, onSubmit, children, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
