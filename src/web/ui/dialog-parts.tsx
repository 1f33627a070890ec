import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import styles from './dialog.module.css';

type DialogPartsProps = { id?: string; footer: ReactNode; children: ReactNode };

/** Below the title of every dialog. */
export const DialogParts = ({ id, footer, children }: DialogPartsProps) => (
  <>
    <Stack id={id} gap="sm" mt="sm" mb="lg" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Stack>
    {footer && (
      <Group gap="xs" justify="flex-end" className={styles.footer}>
        {footer}
      </Group>
    )}
    <AnnounceRegion />
  </>
);
