import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogParts } from '#web/ui/alert-dialog.tsx';
import { useModal } from '#web/ui/focus.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UnsavedGuard, useDiscardQuestion } from '#web/ui/unsaved-guard.tsx';

type DialogProps = {
  title: ReactNode;
  onClose: () => void;
  /** For columns side by side. */
  wide?: boolean;
  footer?: ReactNode;
  /** What its form is for: its foot has Cancel and a button of this name. What is typed is not dropped unasked. */
  submit?: { label: string; run: () => void; isDirty?: boolean };
  children: ReactNode;
};

/** A modal dialog; mount it to open it. The focus starts at `data-autofocus` and goes back to where it was. */
export function Dialog({ title, onClose, wide, footer, submit, children }: DialogProps) {
  const { confirmDiscard, question } = useDiscardQuestion(submit?.isDirty ?? false);
  const close = () => confirmDiscard(onClose);
  useModal(close);
  const buttons = submit && (
    <>
      <Button onClick={close}>Cancel</Button>
      <SubmitButton>{submit.label}</SubmitButton>
    </>
  );
  return (
    <>
      <Modal
        opened
        title={title}
        onClose={close}
        size={wide ? 880 : 544}
        // Where something is asked or typed, a press beside it may be a slip.
        closeOnClickOutside={!submit && !footer}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit?.run();
          }}
        >
          <DialogParts footer={buttons ?? footer}>{children}</DialogParts>
        </form>
      </Modal>
      {question}
      {submit?.isDirty && <UnsavedGuard dirty />}
    </>
  );
}
