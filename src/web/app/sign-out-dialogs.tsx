import { useSyncExternalStore } from 'react';
import { shareText } from '#web/features/jobs/texts.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { keepJobAtSignOut } from '#web/jobs/journal.ts';
import { doingText } from '#web/jobs/to-plan.ts';
import { session } from '#web/session/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { DiscardDialog } from '#web/ui/unsaved-guard.tsx';

/** Asks what should become of a job that is not over. */
export function SignOutWithJob({ onClose }: { onClose: () => void }) {
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);

  function signOut(keep: boolean) {
    keepJobAtSignOut(keep);
    session.end('signed-out');
  }

  return (
    <AlertDialog
      title="A job is not finished"
      confirmLabel="Sign out and keep it"
      other={{ label: 'Sign out and drop it', onPress: () => signOut(false) }}
      onConfirm={() => signOut(true)}
      onClose={onClose}
    >
      {job && (
        <p>
          {doingText(job)}: {shareText(job)} done.
        </p>
      )}
      <p>
        If you keep it, it goes on when you sign in here again with the same key. If you drop it,
        the rest is not tried. What is done stays done.
      </p>
    </AlertDialog>
  );
}

/** Asks whether what was typed may be dropped. */
export const SignOutUnsaved = ({ onClose }: { onClose: () => void }) => (
  <DiscardDialog onDiscard={() => session.end('signed-out')} onKeep={onClose} />
);
