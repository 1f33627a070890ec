import { useMutation } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useProtection } from '#web/api/access.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { planDeletion, type Chosen } from '#web/features/bot-users/plan-lines.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { setActiveMany } from '#web/features/bot-users/set-active-many.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { planRefusal } from '#web/jobs/use-open-plan.ts';
import { count, shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { labelsOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type DeleteManyDialogProps = { chosen: Chosen; onClose: () => void };

/**
 * Asks before up to 20 bot users are deleted, and names them. The deletion is a job: it waits for a limit and for a
 * sign-in, reads what may have changed since it was listed, and its report names what failed.
 */
export function DeleteManyDialog({ chosen, onClose }: DeleteManyDialogProps) {
  useProtection(); // `permissionsOf` reads it
  const bots = chosen.bots.filter((bot) => permissionsOf(bot).refusal === undefined);
  const kept = chosen.bots.filter((bot) => !bots.includes(bot));
  const labels = labelsOf([...chosen.bots], ({ id }) => id);
  const labelOf = (id: string) => <UntrustedText text={shorten(labels.get(id) ?? id)} />;
  const plan = planDeletion({ ...chosen, bots });
  const name = count(bots.length, 'bot user');

  const start = useMutation({ mutationFn: () => jobs.start(plan), onSuccess: close });

  function close() {
    // First, so that the focus is back at the bar, which goes with the selection and hands it on.
    flushSync(onClose);
    selection.clear();
  }

  function setInactive() {
    close();
    void setActiveMany(bots, false);
  }

  return (
    <AlertDialog
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${name}`}
      danger
      busy={start.isPending}
      refusal={bots.length === 0 ? 'None of them can be deleted from here.' : planRefusal(plan)}
      onConfirm={() => start.mutate()}
      onClose={onClose}
      other={
        bots.some(({ active }) => active)
          ? { label: 'Set inactive instead', onPress: setInactive }
          : undefined
      }
    >
      <ul aria-label="Bot users to delete">
        {bots.map(({ id, active }) => (
          <li key={id}>
            {labelOf(id)} {!active && <span className="dim">Inactive</span>}
          </li>
        ))}
      </ul>
      <p>
        This cannot be undone. Programs that still use what is deleted may stop working. An inactive
        bot user can be set active again.
      </p>
      {kept.map((bot) => (
        <p key={bot.id} className="dim">
          {labelOf(bot.id)} stays. {permissionsOf(bot).refusal}
        </p>
      ))}
      {start.error && (
        <Notice tone="danger" title="Not deleted.">
          {start.error.message}
        </Notice>
      )}
    </AlertDialog>
  );
}
