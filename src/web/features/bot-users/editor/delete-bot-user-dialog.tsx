import { useMutation } from '@tanstack/react-query';
import { isOutcomeUnknown } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useSwitchActive } from '#web/features/bot-users/data/use-switch-active.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

type DeleteBotUserDialogProps = {
  bot: BotUser;
  label: string;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteBotUserDialog({ bot, label, onClose, onDeleted }: DeleteBotUserDialogProps) {
  const remove = useMutation(useBotUsersContext().mutations.remove(bot.id));
  const refusal = useWriteRefusal(botUserEndpoints.remove, { id: bot.id });
  const receipt = useReceipt();

  const switchActive = useSwitchActive({ labelOf: () => label, isOnPage: () => false });

  function setInactive() {
    onClose();
    switchActive(bot.id, false);
  }

  function onSuccess(wasThere: boolean) {
    // The receipt belongs to the page that follows.
    onDeleted();
    receipt({
      text: (
        <>
          <strong>
            <UntrustedText text={shorten(label)} />
          </strong>{' '}
          {wasThere ? 'deleted.' : 'was already gone.'}
        </>
      ),
    });
  }

  return (
    <ConfirmDialog
      title={
        <>
          Delete <UntrustedText text={label} />?
        </>
      }
      confirmLabel="Delete bot user"
      danger
      busy={remove.isPending}
      refusal={refusal}
      onConfirm={() => remove.mutateAsync().then(onSuccess, () => {})}
      onClose={onClose}
      other={bot.active ? { label: 'Set inactive instead', onPress: setInactive } : undefined}
    >
      <p>
        This cannot be undone. Programs that still use this bot user may stop working. A new one
        with the same name gets another id.
        {bot.active && ' An inactive one can be set active again.'}
      </p>
      <dl className={parts.facts}>
        <dt>Id</dt>
        <dd className={layout.mono}>
          <UntrustedText text={bot.id} />
        </dd>
        <dt>State</dt>
        <dd>{bot.active ? 'Active' : 'Inactive'}</dd>
        <dt>Created</dt>
        <dd>
          <RelativeTime both text={bot.created_at} />
        </dd>
        {/* Not in the footer, where three answers have their line. */}
        <dt>Request</dt>
        <dd>
          <CopyTextButton
            quiet
            curl
            label="Copy as curl"
            text={curlOf(botUserEndpoints.remove, { params: { id: bot.id } })}
          />
        </dd>
      </dl>
      {remove.error &&
        (isOutcomeUnknown(remove.error) ? (
          <Notice
            tone="warn"
            role="alert"
            title="We do not know if this was deleted."
            details={detailsOf(remove.error)}
          >
            {reasonOf(remove.error, 'unsure')} It is safe to delete again.
          </Notice>
        ) : (
          <Notice tone="danger" role="alert" title="Not deleted." details={detailsOf(remove.error)}>
            {reasonOf(remove.error)}
          </Notice>
        ))}
    </ConfirmDialog>
  );
}
