import { Button } from '@mantine/core';
import { DifferenceList } from '#web/features/routes/difference-list.tsx';
import { useEmptyConsent } from '#web/features/routes/empty-consent.tsx';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { isOnAndEmpty, warningsOf } from '#web/features/routes/restriction-words.ts';
import { restrictionText, type Restriction } from '#web/features/routes/restriction.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.ts';
import { WriteNotice } from '#web/features/routes/write-notice.tsx';
import { shorten } from '#web/lib/format.ts';
import { clockTime } from '#web/lib/time.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type ReviewDialogProps = {
  editor: Editor;
  label: string;
  now: RestrictionRead;
  wanted: Restriction;
  /** When the form's version was read. */
  openedAt: number;
  /** Why nothing can be applied now. */
  refusal: string | undefined;
};

/** Shows a change before it is sent. */
export function ReviewDialog({ editor, label, now, wanted, openedAt, refusal }: ReviewDialogProps) {
  const { isBusy, problem } = editor;
  const isEmpty = isOnAndEmpty(wanted);
  const consent = useEmptyConsent(isEmpty);
  return (
    <Dialog
      title="Review changes"
      onClose={editor.closeDialog}
      footer={
        <>
          <Button variant="default" onClick={editor.closeDialog}>
            Keep editing
          </Button>
          {!problem?.unsure && (
            <SubmitButton
              type="button"
              busy={isBusy}
              refusal={refusal}
              onClick={() => (!isEmpty || consent.confirm()) && editor.apply(wanted)}
            >
              Apply changes
            </SubmitButton>
          )}
        </>
      }
    >
      <WriteNotice problem={problem} isBusy={isBusy} onCheck={editor.checkNow} />
      <p className="dim">
        Route{' '}
        <strong>
          <UntrustedText text={shorten(label)} />
        </strong>
        . Unchanged since you opened it ({clockTime(openedAt)}).
      </p>
      <Warnings before={now.restriction} wanted={wanted} />
      <DifferenceList before={now.restriction} after={wanted} />
      <p className="dim">After this: {restrictionText(wanted)}.</p>
      {consent.element}
    </Dialog>
  );
}

type WarningsProps = { before: Restriction | null; wanted: Restriction };

export function Warnings({ before, wanted }: WarningsProps) {
  const { nameOf } = usePolicyNames();
  return warningsOf(before, wanted, nameOf).map(({ title, text }) => (
    <Notice key={title} tone="warn" title={title}>
      <UntrustedText text={text} />
    </Notice>
  ));
}
