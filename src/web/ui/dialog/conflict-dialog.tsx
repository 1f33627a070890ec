import type { ReactNode } from 'react';
import { DIFFERS_NOTE } from '#web/ui/dialog/differs.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './versions.module.css';

type ConflictDialogProps = {
  title: string;
  loaded: ReactNode;
  now: ReactNode;
  yours: ReactNode;
  onKeepEditing: () => void;
  onUseCurrent: () => void;
  onApplyMine: () => void;
  aside: ReactNode;
};

/** Somebody else has changed it meanwhile: three versions side by side. */
export function ConflictDialog({
  title,
  loaded,
  now,
  yours,
  onKeepEditing,
  onUseCurrent,
  onApplyMine,
  aside,
}: ConflictDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      wide
      title={title}
      onClose={onKeepEditing}
      footer={
        <>
          {aside}
          <Button variant="default" data-autofocus onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="default" onClick={onUseCurrent}>
            Use the current version
          </Button>
          <Button danger onClick={onApplyMine}>
            Apply my version anyway
          </Button>
        </>
      }
    >
      <div className={styles.versions}>
        {Object.entries({ Loaded: loaded, Now: now, Yours: yours }).map(([heading, version]) => (
          <section key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            {version}
          </section>
        ))}
      </div>
      <p>{DIFFERS_NOTE} Applying yours undoes their change.</p>
    </Dialog>
  );
}
