import { Box, Button, Group } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import {
  isSame,
  type MaybeRestriction,
  type Restriction,
  type RestrictionRead,
} from '#bulk/restriction.ts';
import { PolicyName } from '#web/features/routes/difference-list.tsx';
import { merge, type Draft } from '#web/features/routes/restriction-draft.ts';
import {
  conflictText,
  differenceText,
  onOff,
  warningsOf,
} from '#web/features/routes/restriction-words.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { TopDialog } from '#web/ui/alert-dialog.tsx';
import { usePlanWarnings } from '#web/ui/plan-warnings.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

/** What is asked before `wanted` is sent in the place of `now`. */
export type ChangeProps = Pick<Draft, 'base'> & {
  editor: Editor;
  now: RestrictionRead;
  wanted: Restriction;
};

/** Somebody else has changed the route meanwhile: what they did and what you did, in one sentence. */
export function ConflictDialog({ editor, base, now, wanted: yours }: ChangeProps) {
  const { write } = editor;
  const refusal = editor.refusal.replace;
  const theirs = now.restriction;
  const mergedId = useId();
  const both = theirs && merge(base.restriction, theirs, yours);
  const isUndone = both && !isSame(both, yours);
  // One side may hold what both have changed: then it is the merged one.
  const merged = isUndone && !isSame(both, theirs) ? both : undefined;
  const ofYours = usePlanWarnings(warningsOf([{ before: theirs, after: yours }]));
  const ofMerged = usePlanWarnings(merged ? warningsOf([{ before: theirs, after: merged }]) : []);

  return (
    <TopDialog
      role="alertdialog"
      wide
      title="This route changed while you were editing"
      onClose={editor.closeDialog}
      footer={
        <>
          <Button data-autofocus onClick={editor.closeDialog}>
            Keep editing
          </Button>
          {!write.isUnsure && (
            <>
              <Button onClick={() => write.isBusy || editor.startOver('Kept their version.')}>
                Keep theirs
              </Button>
              <SubmitButton
                busy={write.isBusy}
                variant="outline"
                color="danger"
                refusal={refusal}
                onClick={() => ofYours.isGiven() && editor.apply(yours)}
              >
                Apply yours
              </SubmitButton>
              {merged && (
                <SubmitButton
                  busy={write.isBusy}
                  refusal={refusal}
                  aria-describedby={mergedId}
                  onClick={() => ofMerged.isGiven() && editor.apply(merged)}
                >
                  Apply merged
                </SubmitButton>
              )}
            </>
          )}
        </>
      }
    >
      {write.notice}
      <p>
        <UntrustedText text={conflictText({ base: base.restriction, theirs, yours })} />
      </p>
      {isUndone && (
        <p>
          Applying yours undoes their change:{' '}
          <mark className={styles.mark}>
            <UntrustedText text={differenceText(both, yours)} />
          </mark>
          .
        </p>
      )}
      {ofYours.element}
      {merged && (
        <p id={mergedId}>
          Applying merged keeps both changes:{' '}
          <UntrustedText text={differenceText(theirs, merged)} />.
        </p>
      )}
      {ofMerged.element}
      <details>
        <summary>Details</summary>
        <Group align="start">
          <Version heading="Loaded" of={base.restriction} beside={theirs} />
          <Version heading="Theirs" of={theirs} beside={theirs} />
          <Version heading="Yours" of={yours} beside={theirs} />
        </Group>
        <p className="dim">Marked: differs from theirs.</p>
      </details>
    </TopDialog>
  );
}

type VersionProps = { heading: string } & Record<'of' | 'beside', MaybeRestriction>;

function Version({ heading, of, beside }: VersionProps) {
  const others = new Set(beside?.ip_policy_ids);
  return (
    <Box component="section" aria-label={heading} flex="1 1 12rem">
      <h3>{heading}</h3>
      <p>
        <Marked when={of?.enabled !== beside?.enabled}>
          IP restriction: {of ? onOff(of.enabled) : 'none'}
        </Marked>
      </p>
      <ul>
        {of?.ip_policy_ids.map((id) => (
          <li key={id}>
            <Marked when={!others.has(id)}>
              <PolicyName id={id} />
            </Marked>
          </li>
        ))}
      </ul>
    </Box>
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
