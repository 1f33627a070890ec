import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { applyFailureOf, type ApplyFailure } from '#web/features/routes/apply-failure.ts';
import { isEnforcedEmpty, warningsOf, type Draft } from '#web/features/routes/draft.ts';
import type { RouteIds } from '#web/features/routes/known-route.ts';
import type { ModuleRead } from '#web/features/routes/module-read.ts';
import { ipRestrictionMutations, type WriteOutcome } from '#web/features/routes/queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './routes.module.css';

// What every dialog has that replaces a module, of the list and of the editor.

type ApplyOutcome =
  | WriteOutcome
  | { kind: 'failed'; failure: ApplyFailure }
  /** Another press is still on its way. */
  | { kind: 'ignored' };

/** Sends one module; while it is under way a second press sends nothing. */
export function useApply(route: RouteIds) {
  const replace = useMutation(ipRestrictionMutations.replace(route));
  const underWay = useRef(false);
  const [failure, setFailure] = useState<ApplyFailure>();

  /** @param basis the last read that the person has agreed to */
  async function apply(body: IpRestrictionReplace, basis: ModuleRead): Promise<ApplyOutcome> {
    if (underWay.current) return { kind: 'ignored' };
    underWay.current = true;
    setFailure(undefined);
    const outcome = await replace.mutateAsync({ body, basis }).then(
      (written): ApplyOutcome => written,
      (error: unknown): ApplyOutcome => ({
        kind: 'failed',
        failure: applyFailureOf(error, body.ip_policy_ids),
      }),
    );
    underWay.current = false;
    if (outcome.kind === 'failed') setFailure(outcome.failure);
    return outcome;
  }

  return { apply, failure, setFailure, busy: replace.isPending };
}

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

export function WarningList({ draft }: { draft: Draft }) {
  return warningsOf(draft).map(({ title, text }) => (
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
            error={missing && <FieldError alert text="Tick this to apply an empty list" />}
            onChange={(event) => {
              setGiven(event.currentTarget.checked);
              setMissing(false);
            }}
          />
        )}
      </>
    ),
  };
}

/** A plain list; nothing where there is none. */
export function PolicyIds({ label, ids }: { label: string; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul className={`${styles.plain} ${layout.mono}`} aria-label={label}>
      {ids.map((id) => (
        <li key={id}>
          <UntrustedText text={id} />
        </li>
      ))}
    </ul>
  );
}
