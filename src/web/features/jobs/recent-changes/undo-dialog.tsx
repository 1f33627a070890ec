import { useState } from 'react';
import { stateParts } from '#web/features/jobs/recent-changes/change-text.ts';
import { TextParts } from '#web/features/jobs/recent-changes/change-line.tsx';
import type { Change, State } from '#web/jobs/job.ts';
import { shorten } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** `back` is what will be sent. */
export type UndoQuestion = { kind: 'delete' | 'changed'; back: Change };

type UndoDialogProps = {
  question: UndoQuestion;
  onConfirm: () => Promise<unknown> | undefined;
  onClose: () => void;
};

export function UndoDialog({ question: { kind, back }, onConfirm, onClose }: UndoDialogProps) {
  const [busy, setBusy] = useState(false);
  const name = <UntrustedText text={shorten(back.label)} />;
  const isDeletion = kind === 'delete';
  return (
    <ConfirmDialog
      title={isDeletion ? <>Delete {name}?</> : <>{name} was changed since</>}
      confirmLabel={isDeletion ? 'Delete bot user' : 'Undo anyway'}
      danger={isDeletion}
      busy={busy}
      onConfirm={async () => {
        setBusy(true);
        await onConfirm();
        setBusy(false);
      }}
      onClose={onClose}
    >
      {isDeletion ? (
        <p>
          This undoes its creation, and cannot be undone itself. Programs that use this bot user
          already may stop working.
        </p>
      ) : (
        <>
          <p>
            It is now <StateLine state={back.before} />.
          </p>
          <p>
            Undo makes it <StateLine state={back.after} />.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

const StateLine = ({ state }: { state: State | null }) => (
  <TextParts parts={state === null ? ['gone'] : stateParts(state)} />
);
