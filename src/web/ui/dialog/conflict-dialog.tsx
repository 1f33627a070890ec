import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from './dialog.module.css';

type ConflictDialogProps = {
  title: string;
  /** What was loaded, what is there now, and what this person wants. */
  loaded: ReactNode;
  now: ReactNode;
  yours: ReactNode;
  busy?: boolean;
  /** Why it was not applied; stands first. */
  failure?: ReactNode;
  /** Whether the two ways forward are open; default yes. */
  answerable?: boolean;
  onKeepEditing: () => void;
  onUseCurrent: () => void;
  onApplyMine: () => void;
  /** Beside the buttons: a copy of the request that would apply this person's version. */
  aside?: ReactNode;
  /** What else to know before applying. */
  children?: ReactNode;
};

/** Somebody else was faster: three versions side by side, and no way forward by accident. */
export function ConflictDialog({
  title,
  loaded,
  now,
  yours,
  busy = false,
  failure,
  answerable = true,
  onKeepEditing,
  onUseCurrent,
  onApplyMine,
  aside,
  children,
}: ConflictDialogProps) {
  const versions = { Loaded: loaded, Now: now, Yours: yours };
  return (
    <Dialog
      role="alertdialog"
      wide
      title={title}
      onClose={onKeepEditing}
      footer={
        <>
          {answerable && aside}
          <Button variant="default" data-autofocus onClick={onKeepEditing}>
            Keep editing
          </Button>
          {answerable && (
            <>
              <Button variant="default" onClick={() => !busy && onUseCurrent()}>
                Use the current version
              </Button>
              <BusyButton color="danger" busy={busy} onClick={onApplyMine}>
                Apply my version anyway
              </BusyButton>
            </>
          )}
        </>
      }
    >
      {failure}
      <div className={styles.versions}>
        {Object.entries(versions).map(([heading, version]) => (
          <section key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            {version}
          </section>
        ))}
      </div>
      <p>Applying your version replaces what is there now.</p>
      {children}
    </Dialog>
  );
}
