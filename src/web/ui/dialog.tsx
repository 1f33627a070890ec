import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogParts } from '#web/ui/dialog-parts.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';

type DialogProps = {
  title: ReactNode;
  onClose: () => void;
  /** For columns side by side. */
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal dialog; mount it to open it. The focus starts at `data-autofocus` and goes back to where it was. */
export function Dialog({ title, onClose, wide, footer, children }: DialogProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      title={title}
      onClose={onClose}
      size={wide ? 880 : 544}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <DialogParts footer={footer}>{children}</DialogParts>
    </Modal>
  );
}
