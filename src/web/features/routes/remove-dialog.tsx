import { Button } from '@mantine/core';
import { PolicyName } from '#web/features/routes/difference-list.tsx';
import { editDraft, openDraft } from '#web/features/routes/restriction-draft.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.ts';
import { WriteNotice } from '#web/features/routes/write-notice.tsx';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

type RemoveDialogProps = {
  editor: Editor;
  label: string;
  now: RestrictionRead;
  /** Why it cannot be removed now. */
  refusal: string | undefined;
};

export function RemoveDialog({ editor, label, now, refusal }: RemoveDialogProps) {
  const { isBusy, problem } = editor;
  const ids = now.restriction?.ip_policy_ids ?? [];
  const turnOff = () =>
    isBusy || editor.reviewOf(editDraft(openDraft(now), { kind: 'enable', enabled: false }));
  return (
    <AlertDialog
      title={
        <>
          Remove IP restriction from <UntrustedText text={shorten(label)} />?
        </>
      }
      confirmLabel="Remove"
      danger
      busy={isBusy}
      refusal={problem?.unsure ? 'Nothing is sent before it was read.' : refusal}
      onConfirm={() => editor.apply(null)}
      onClose={editor.closeDialog}
    >
      <WriteNotice problem={problem} isBusy={isBusy} onCheck={editor.checkNow} />
      <p>
        No IP address will be checked on this route. {notDeletedText(ids.length)} You can put it
        back from here for 30 days.
      </p>
      {ids.length > 0 && (
        <ul aria-label="Policies taken off" className={styles.taken}>
          {ids.map((id) => (
            <li key={id}>
              <PolicyName id={id} />
            </li>
          ))}
        </ul>
      )}
      {now.restriction?.enabled && (
        <p>
          To keep the list:{' '}
          <Button variant="subtle" size="compact-sm" className={styles.link} onClick={turnOff}>
            Turn off instead
          </Button>
        </p>
      )}
    </AlertDialog>
  );
}

function notDeletedText(policies: number): string {
  if (policies === 0) return '';
  if (policies === 1) return 'The policy itself is not deleted.';
  return `The ${formatNumber(policies)} policies themselves are not deleted.`;
}
