import { useMutation } from '@tanstack/react-query';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { because, detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { deleteBotUser, UnsureError } from '#web/features/bot-users/mutations.ts';
import { switchActive } from '#web/features/bot-users/switch-active.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Facts } from '#web/ui/card.tsx';
import { useIsHere } from '#web/ui/leaving.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { named, UntrustedCode, UntrustedText } from '#web/ui/untrusted-text.tsx';

type DeleteDialogProps = {
  bot: BotUser;
  /** Its name, with the end of its id where another has the same name. */
  label: string;
  onClose: () => void;
  /** Before the dialog goes, or after that: moves the focus, or leaves the page. */
  onDeleted: () => unknown;
};

export function DeleteDialog({ bot, label, onClose, onDeleted }: DeleteDialogProps) {
  const isHere = useIsHere();
  // Not at `mutate`: with the last row its table goes, and this dialog with it.
  const remove = useMutation({
    ...deleteBotUser(bot.id),
    onSuccess: async ({ wasThere }) => {
      // Behind an open dialog a notification is not read out.
      await onDeleted();
      notify({ text: named(wasThere ? '# deleted.' : '# was already gone.', label) });
    },
    onError: (error) => {
      if (!isHere.current)
        notify({ isFailure: true, text: named(`#: ${failureText(error)}`, label) });
    },
  });
  const refusal = useWriteRefusal(botUserEndpoints.remove, { id: bot.id });
  const { error } = remove;

  const setInactive = {
    label: 'Set inactive instead',
    onPress: () => {
      onClose();
      void switchActive(bot.id, label, false);
    },
  };

  return (
    <AlertDialog
      title={
        <>
          Delete <UntrustedText text={label} />?
        </>
      }
      confirmLabel="Delete bot user"
      danger
      busy={remove.isPending}
      refusal={refusal}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      other={bot.active ? setInactive : undefined}
    >
      <p>
        This cannot be undone. Programs that still use this bot user may stop working. A new one
        with the same name gets another id.
        {bot.active && ' An inactive one can be set active again.'}
      </p>
      <Facts
        of={{
          Id: <UntrustedCode text={bot.id} />,
          State: bot.active ? 'Active' : 'Inactive',
          Created: <RelativeTime both text={bot.created_at} />,
        }}
      />
      {error && (
        <Notice
          tone={error instanceof UnsureError ? 'warn' : 'danger'}
          role="alert"
          details={detailsOf(error)}
        >
          {failureText(error)}
        </Notice>
      )}
    </AlertDialog>
  );
}

const failureText = (error: Error) =>
  error instanceof UnsureError
    ? `We do not know if this was deleted. ${reasonOf(error, 'unsure')} It is safe to delete again.`
    : because('Not deleted', reasonOf(error));
