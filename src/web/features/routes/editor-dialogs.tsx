import { Button } from '@mantine/core';
import { isSame } from '#bulk/restriction.ts';
import { ConflictDialog, type ChangeProps } from '#web/features/routes/conflict-dialog.tsx';
import { DifferenceList, PolicyNames } from '#web/features/routes/difference-list.tsx';
import { restrictionText, warningsOf } from '#web/features/routes/restriction-words.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { clockTime } from '#web/lib/time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { usePlanWarnings } from '#web/ui/plan-warnings.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { named } from '#web/ui/untrusted-text.tsx';

/** The dialog that is open over the editor. */
export function EditorDialogs({ editor }: { editor: Editor }) {
  const { draft, dialog, question } = editor;
  if (question) return question;
  if (!dialog || !draft) return null;
  const { wanted, now } = dialog;
  if (!wanted) return <RemoveDialog editor={editor} now={now} />;
  const props = { editor, base: draft.base, now, wanted };
  return isSame(now.restriction, draft.base.restriction) ? (
    <ReviewDialog {...props} />
  ) : (
    <ConflictDialog {...props} />
  );
}

/** Shows a change before it is sent. */
function ReviewDialog({ editor, base, now, wanted }: ChangeProps) {
  const { write } = editor;
  const change = { before: now.restriction, after: wanted };
  const warnings = usePlanWarnings(warningsOf([change]));
  return (
    <Dialog
      title={
        <span data-autofocus tabIndex={-1}>
          Review changes
        </span>
      }
      onClose={editor.closeDialog}
      footer={
        <>
          <Button onClick={editor.closeDialog}>Keep editing</Button>
          {!write.isUnsure && (
            <SubmitButton
              busy={write.isBusy}
              refusal={editor.refusal.replace}
              onClick={() => warnings.isGiven() && editor.apply(wanted)}
            >
              Apply changes
            </SubmitButton>
          )}
        </>
      }
    >
      {write.notice}
      <p className="dim">
        {named(`Route #. Unchanged since you opened it (${clockTime(base.readAt)}).`, editor.label)}
      </p>
      <DifferenceList {...change} />
      <p className="dim">After this: {restrictionText(wanted)}.</p>
      {warnings.element}
    </Dialog>
  );
}

function RemoveDialog({ editor, now }: Pick<ChangeProps, 'editor' | 'now'>) {
  const { write } = editor;
  const { enabled, ip_policy_ids } = now.restriction ?? { enabled: false, ip_policy_ids: [] };

  function turnOff() {
    editor.closeDialog();
    editor.restore({ enabled: false, ip_policy_ids });
  }

  return (
    <AlertDialog
      title={named('Remove IP restriction from #?', editor.label)}
      confirmLabel="Remove"
      danger
      busy={write.isBusy}
      refusal={write.isUnsure ? 'Nothing is sent before it was read.' : editor.refusal.remove}
      onConfirm={() => editor.apply(null)}
      onClose={editor.closeDialog}
    >
      {write.notice}
      <p>
        No IP address will be checked on this route. The policies themselves are not deleted. You
        can put it back from here for 30 days.
      </p>
      <PolicyNames label="Policies taken off" ids={ip_policy_ids} />
      {enabled && (
        <p>
          To keep the list:{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            td="underline"
            onClick={() => write.isBusy || turnOff()}
          >
            Turn off instead
          </Button>
        </p>
      )}
    </AlertDialog>
  );
}
