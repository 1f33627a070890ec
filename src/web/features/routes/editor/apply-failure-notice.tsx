import type { ApplyFailure } from '#web/features/routes/editor/apply-failure.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

type ApplyFailureNoticeProps = {
  failure: ApplyFailure | undefined;
  reading: boolean;
  onReadAgain: () => void;
};

/** Inside the dialog of a change that was refused, or of which nobody knows what became of it. */
export function ApplyFailureNotice({ failure, reading, onReadAgain }: ApplyFailureNoticeProps) {
  if (failure === undefined) return null;
  if (failure.kind === 'unsure')
    return (
      <Notice
        tone="warn"
        role="alert"
        title="It is not known whether the change was applied."
        actions={
          <BusyButton size="xs" variant="default" busy={reading} onClick={onReadAgain}>
            Read the module again
          </BusyButton>
        }
      >
        <UntrustedText text={failure.text} /> Read the module again to see.
      </Notice>
    );
  return (
    <Notice tone="danger" role="alert" title="Not applied.">
      <UntrustedText
        text={failure.kind === 'refused' ? failure.text : Object.values(failure.texts).join('. ')}
      />
    </Notice>
  );
}
