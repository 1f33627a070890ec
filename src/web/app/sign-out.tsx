import { isOver } from '#bulk/job.ts';
import { overlay } from '#web/app/overlays.tsx';
import { shareText } from '#web/features/jobs/texts.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { keepJobAtSignOut } from '#web/jobs/journal.ts';
import { doingText } from '#web/jobs/plan.ts';
import { session } from '#web/session/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { DiscardDialog, hasUnsaved } from '#web/ui/unsaved-guard.tsx';

const end = () => session.end('signed-out');

/** Asks first where it would end a job, or drop what was typed. */
export function signOut() {
  const job = currentJob.get();
  if (job && !isOver(job)) overlay.set('signOutWithJob');
  else if (hasUnsaved()) overlay.set('signOutUnsaved');
  else end();
}

/** Asks what should become of a job that is not over. */
export function SignOutWithJob({ onClose }: { onClose: () => void }) {
  const job = currentJob.use();

  function endAndKeep(keep: boolean) {
    keepJobAtSignOut(keep);
    end();
  }

  return (
    <AlertDialog
      title="A job is not finished"
      confirmLabel="Sign out and keep it"
      other={{ label: 'Sign out and drop it', onPress: () => endAndKeep(false) }}
      onConfirm={() => endAndKeep(true)}
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
  <DiscardDialog onDiscard={end} onKeep={onClose} />
);
