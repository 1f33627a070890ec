import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './conflict-dialog.module.css';

type ConflictDialogProps = {
  title: string;
  /** What was loaded, what is there now, and what this person wants: never overwritten without asking. */
  loaded: ReactNode;
  now: ReactNode;
  yours: ReactNode;
  onKeepEditing: () => void;
  onUseCurrent: () => void;
  onApplyMine: () => void;
};

export function ConflictDialog({
  title,
  loaded,
  now,
  yours,
  onKeepEditing,
  onUseCurrent,
  onApplyMine,
}: ConflictDialogProps) {
  const columns = [
    ['Loaded', loaded],
    ['Now', now],
    ['Yours', yours],
  ] as const;
  return (
    <Dialog
      role="alertdialog"
      wide
      title={title}
      onClose={onKeepEditing}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="default" onClick={onUseCurrent}>
            Use the current version
          </Button>
          <Button color="danger" onClick={onApplyMine}>
            Apply my version anyway
          </Button>
        </>
      }
    >
      <p>Somebody else changed it since you opened it. Nothing has been sent yet.</p>
      <div className={styles.columns}>
        {columns.map(([heading, content]) => (
          <section key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            {content}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
