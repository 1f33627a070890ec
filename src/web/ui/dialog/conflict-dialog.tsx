import type { ReactNode } from 'react';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './dialog.module.css';

type ConflictDialogProps = {
  title: string;
  loaded: ReactNode;
  now: ReactNode;
  yours: ReactNode;
  busy?: boolean;
  /** Why it was not applied. */
  failure?: ReactNode;
  /** Whether the two ways forward are open; default yes. */
  answerable?: boolean;
  onKeepEditing: () => void;
  onUseCurrent: () => void;
  onApplyMine: () => void;
  aside?: ReactNode;
  children?: ReactNode;
};

/** Somebody else has changed it meanwhile: three versions side by side. */
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
              <BusyButton danger busy={busy} onClick={onApplyMine}>
                Apply my version anyway
              </BusyButton>
            </>
          )}
        </>
      }
    >
      {failure}
      <div className={styles.versions}>
        {Object.entries({ Loaded: loaded, Now: now, Yours: yours }).map(([heading, version]) => (
          <section key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            {version}
          </section>
        ))}
      </div>
      <p>Applying yours undoes their change.</p>
      {children}
    </Dialog>
  );
}
