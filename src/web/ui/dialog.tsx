import '#web/styles/more.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';
import styles from './dialog.module.css';

type DialogProps = {
  title: ReactNode;
  onClose: () => void;
  /** For columns side by side. */
  wide?: boolean;
  /** Without a way to close it: something has to be answered. */
  isFixed?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal dialog; mount it to open it. The focus starts at `data-autofocus` and goes back to where it was. */
export function Dialog({ title, onClose, wide, isFixed = false, footer, children }: DialogProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      title={title}
      onClose={onClose}
      size={wide ? 880 : 544}
      withCloseButton={!isFixed}
      closeOnEscape={!isFixed}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
      <AnnounceRegion />
    </Modal>
  );
}
