import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { PolicyName } from '#web/features/routes/difference-list.tsx';
import { useEmptyConsent } from '#web/features/routes/empty-consent.tsx';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import {
  changeText,
  conflictText,
  isOnAndEmpty,
  undoneText,
} from '#web/features/routes/restriction-words.ts';
import { isSame, merge, onOff, type Restriction } from '#web/features/routes/restriction.ts';
import { Warnings } from '#web/features/routes/review-dialog.tsx';
import type { Editor } from '#web/features/routes/use-restriction-editor.ts';
import { WriteNotice } from '#web/features/routes/write-notice.tsx';
import { TopDialog } from '#web/ui/alert-dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

type ConflictDialogProps = {
  editor: Editor;
  /** The version that both began with, the present one and the draft. `null`: no IP restriction. */
  base: Restriction | null;
  theirs: Restriction | null;
  yours: Restriction;
  /** Why nothing can be applied now. */
  refusal: string | undefined;
};

/** Somebody else has changed the route meanwhile: what they did and what you did, in one sentence. */
export function ConflictDialog({ editor, base, theirs, yours, refusal }: ConflictDialogProps) {
  const { isBusy, problem } = editor;
  const { nameOf } = usePolicyNames();
  const mergedId = useId();
  const both = theirs && merge(base, theirs, yours);
  const merged = both && !isSame(both, theirs) ? both : undefined;
  const proposed = merged ?? yours;
  const consent = useEmptyConsent(isOnAndEmpty(yours) || isOnAndEmpty(proposed));
  const undone = theirs && undoneText(base, theirs, yours, nameOf);
  const apply = (wanted: Restriction) => () =>
    (!isOnAndEmpty(wanted) || consent.confirm()) && editor.apply(wanted);

  return (
    <TopDialog
      role="alertdialog"
      wide
      title="This route changed while you were editing"
      onClose={editor.closeDialog}
      footer={
        <>
          <Button data-autofocus variant="default" onClick={editor.closeDialog}>
            Keep editing
          </Button>
          {!problem?.unsure && (
            <>
              <Button variant="default" onClick={() => isBusy || editor.keepTheirs()}>
                Keep theirs
              </Button>
              <SubmitButton
                type="button"
                variant="outline"
                color="danger"
                busy={isBusy}
                refusal={merged && refusal}
                onClick={apply(yours)}
              >
                Apply yours
              </SubmitButton>
              {merged && (
                <SubmitButton
                  type="button"
                  busy={isBusy}
                  refusal={refusal}
                  aria-describedby={mergedId}
                  onClick={apply(merged)}
                >
                  Apply merged
                </SubmitButton>
              )}
            </>
          )}
        </>
      }
    >
      <WriteNotice problem={problem} isBusy={isBusy} onCheck={editor.checkNow} />
      <p>
        <UntrustedText text={conflictText(base, theirs, yours, nameOf)} />
      </p>
      {!theirs && <p className="dim">Applying yours adds the IP restriction again.</p>}
      {undone && (
        <p>
          Applying yours undoes their change:{' '}
          <mark className={styles.mark}>
            <UntrustedText text={undone} />
          </mark>
          .
        </p>
      )}
      {merged && (
        <p id={mergedId}>Applying merged keeps both changes: {changeText(theirs, merged)}.</p>
      )}
      <Warnings before={theirs} wanted={proposed} />
      {consent.element}
      <details>
        <summary>Details</summary>
        <div className={styles.versions}>
          <Version heading="Loaded" of={base} beside={theirs} />
          <Version heading="Theirs" of={theirs} beside={theirs} />
          <Version heading="Yours" of={yours} beside={theirs} />
        </div>
        <p className="dim">Marked: differs from theirs.</p>
      </details>
    </TopDialog>
  );
}

type VersionProps = { heading: string } & Record<'of' | 'beside', Restriction | null>;

function Version({ heading, of, beside }: VersionProps) {
  const others = new Set(beside?.ip_policy_ids);
  const state = of ? onOff(of.enabled) : 'none';
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <p>
        <Marked when={of?.enabled !== beside?.enabled}>IP restriction: {state}</Marked>
      </p>
      <ul>
        {of?.ip_policy_ids.length === 0 && <li>No IP policy</li>}
        {of?.ip_policy_ids.map((id) => (
          <li key={id}>
            <Marked when={!others.has(id)}>
              <PolicyName id={id} />
            </Marked>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Marked({ when, children }: { when: boolean; children: ReactNode }) {
  if (!when) return children;
  return (
    <mark className={styles.mark}>
      {children}
      <span className="visually-hidden"> (differs)</span>
    </mark>
  );
}
