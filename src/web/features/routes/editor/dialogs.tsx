import { useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { useApplyOptions } from '#web/features/routes/confirm/apply-options.tsx';
import { PolicyIds } from '#web/features/routes/confirm/dialog-parts.tsx';
import { setEnabled, startDraft } from '#web/features/routes/draft.ts';
import { ApplyDialog } from '#web/features/routes/editor/apply-dialog.tsx';
import type { Editor } from '#web/features/routes/editor/use-editor.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { changedText, isSameModule, type ModuleRead } from '#web/features/routes/module-read.ts';
import {
  ipRestrictionCurl,
  moduleChange,
  useApply,
  useModuleRefusal,
} from '#web/features/routes/queries.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/dialog/unsaved-guard.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';

/** A module that the service saved otherwise than it was sent. */
export type Difference = { sent: IpRestrictionReplace; saved: IpRestrictionReplace };

type EditorDialogsProps = {
  route: RouteIds;
  label: string;
  editor: Editor;
  onDifference: (difference: Difference | undefined) => void;
};

export function EditorDialogs({ route, label, editor, onDifference }: EditorDialogsProps) {
  const { dialog } = editor;
  const receipt = useReceipt();
  const options = useApplyOptions();

  function done(former: ModuleRead, sent: IpRestrictionReplace | null, now: ModuleRead) {
    const saved = now.module;
    if (sent !== null) options.keep(route, label, former, now);
    const differs = sent !== null && saved !== null && !isSameModule(saved, sent);
    onDifference(differs ? { sent, saved } : undefined);
    editor.startOver(now);
    receipt({
      text: (
        <>
          IP restriction {sent ? 'applied to' : 'removed from'}{' '}
          <strong>
            <UntrustedText text={shorten(label)} />
          </strong>
          .
        </>
      ),
      undo: () => requestUndo('route', moduleChange(route, former, now)),
    });
  }

  switch (dialog?.kind) {
    case undefined:
    case 'reading':
      return null;
    case 'review':
    case 'conflict':
      return (
        <ApplyDialog
          // The other kind begins anew: no failure, no consent.
          key={dialog.kind}
          route={route}
          label={label}
          editor={editor}
          dialog={dialog}
          options={options}
          onApplied={done}
        />
      );
    case 'remove':
      return (
        <RemoveDialog
          route={route}
          label={label}
          read={dialog.now}
          onTurnOff={(module) =>
            editor.confirmDiscard(() => editor.reviewOf(setEnabled(startDraft(module), false)))
          }
          onRemoved={(former, now) => done(former, null, now)}
          onClose={editor.closeDialog}
        />
      );
    case 'discard':
      return (
        <DiscardDialog
          onDiscard={() => {
            editor.closeDialog();
            dialog.proceed();
          }}
          onKeep={editor.closeDialog}
        />
      );
  }
}

function notDeletedText({ ip_policy_ids: { length } }: IpRestrictionReplace): string {
  if (length === 0) return '';
  if (length === 1) return 'The policy itself is not deleted.';
  return `The ${formatNumber(length)} policies themselves are not deleted.`;
}

type RemoveDialogProps = {
  route: RouteIds;
  label: string;
  /** A moment ago. */
  read: ModuleRead & { kind: 'module' };
  onTurnOff: (module: IpRestrictionReplace) => void;
  onRemoved: (former: ModuleRead, now: ModuleRead) => void;
  onClose: () => void;
};

function RemoveDialog({ route, label, read, onTurnOff, onRemoved, onClose }: RemoveDialogProps) {
  const { apply, failure, setFailure, busy } = useApply(route);
  const refusal = useModuleRefusal(route).remove;
  const [now, setNow] = useState(read);
  const { module } = now;

  async function confirm() {
    const outcome = await apply(null, now);
    if (outcome === undefined || !('read' in outcome)) return;
    const { read: next } = outcome;
    if (next.kind !== 'module') return onRemoved(now, next);
    setNow(next);
    setFailure({ kind: 'refused', text: changedText(now, next) });
  }

  return (
    <ConfirmDialog
      title={
        <>
          Remove IP restriction from <UntrustedText text={shorten(label)} />?
        </>
      }
      confirmLabel="Remove module"
      danger
      busy={busy}
      refusal={refusal}
      other={
        module.enabled
          ? { label: 'Turn enforcement off instead', onPress: () => onTurnOff(module) }
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
      aside={<DialogCurl text={ipRestrictionCurl.change(route, null, now.condition)} />}
    >
      {failure?.kind === 'unsure' && (
        <Notice
          tone="warn"
          role="alert"
          title="We do not know if this was removed."
          details={failure.details}
        >
          {failure.text} It is safe to remove it again.
        </Notice>
      )}
      {failure?.kind === 'refused' && (
        <Notice tone="danger" role="alert" title="Not removed." details={failure.details}>
          {failure.text}
        </Notice>
      )}
      <p>
        No IP address will be checked on this route. {notDeletedText(module)} You can put it back
        from here for 30 days.
      </p>
      <PolicyIds label="Policies taken off" ids={module.ip_policy_ids} />
    </ConfirmDialog>
  );
}
