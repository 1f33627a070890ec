import '#web/styles/more.css';
import { Group, Modal, Stack } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { focusFirst, openerOf } from '#web/ui/focus.ts';
import styles from './dialog.module.css';

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
  const [opener] = useState(openerOf);
  useEffect(() => () => focusFirst(opener), [opener]);
  return (
    <Modal
      opened
      title={title}
      onClose={onClose}
      size={wide ? 880 : 544}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <Stack gap="sm" className={styles.body}>
        {children}
      </Stack>
      {footer && (
        <Group gap="xs" justify="flex-end" className={styles.footer}>
          {footer}
        </Group>
      )}
      <AnnounceRegion />
    </Modal>
  );
}
