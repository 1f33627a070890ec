import { useId, useRef, useState } from 'react';
import type { ApplyFailure } from '#web/features/routes/queries.ts';
import { isEnforcedEmpty, warningsOf, type Draft } from '#web/features/routes/draft.ts';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { PolicyLabel } from '#web/features/routes/policies/policy-label.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import styles from '../routes.module.css';

// What the dialogs that change a module have in common, those of the list and those of the editor.

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
        title="We do not know if this was applied."
        details={failure.details}
        actions={
          <BusyButton size="xs" variant="default" busy={reading} onClick={onReadAgain}>
            Check now
          </BusyButton>
        }
      >
        <UntrustedText text={failure.text} />
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      role="alert"
      title="Not applied."
      details={'details' in failure ? failure.details : undefined}
    >
      <UntrustedText
        text={failure.kind === 'refused' ? failure.text : Object.values(failure.texts).join('. ')}
      />
    </Notice>
  );
}

export function WarningList({ draft }: { draft: Draft }) {
  const { nameOf } = usePolicyBook();
  return warningsOf(draft, nameOf).map(({ title, text }) => (
    <Notice key={title} tone="warn" title={title}>
      {text}
    </Notice>
  ));
}

/** An enforced empty list is only sent after a tick. */
export function useEmptyConsent(draft: Draft) {
  const needed = isEnforcedEmpty(draft);
  const [given, setGiven] = useState(false);
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const errorId = useId();

  return {
    /** Leads to the box when it is needed and not ticked. */
    isGiven() {
      if (!needed || given) return true;
      setMissing(true);
      box.current?.focus();
      return false;
    },
    element: draft.wanted.ip_policy_ids.length === 0 && (
      <>
        <p className={`${layout.small} ${layout.muted}`}>Some services refuse an empty list.</p>
        {needed && (
          <Checkbox
            ref={box}
            label="I know the list is empty"
            checked={given}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? errorId : undefined}
            onChange={(event) => {
              setGiven(event.currentTarget.checked);
              setMissing(false);
            }}
          />
        )}
        {missing && <FieldError id={errorId} alert text="Tick this to apply an empty list" />}
      </>
    ),
  };
}

export function PolicyIds({ label, ids }: { label: string; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.plain} aria-label={label}>
      {ids.map((id) => (
        <li key={id}>
          <PolicyLabel id={id} />
        </li>
      ))}
    </ul>
  );
}
