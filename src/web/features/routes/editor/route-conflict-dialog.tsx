import { useId, type ReactNode } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import {
  changeText,
  conflictSentence,
  policiesText,
  undoneByMine,
} from '#web/features/routes/merge.ts';
import { onOff } from '#web/features/routes/module-read.ts';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { PolicyLabel } from '#web/features/routes/policies/policy-label.tsx';
import { Differs, DIFFERS_NOTE } from '#web/ui/dialog/differs.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import dialogStyles from '#web/ui/dialog/versions.module.css';
import styles from './editor.module.css';

type RouteConflictDialogProps = {
  /** What both began from, what is live now, and what this person wants; `null`: no module. */
  base: IpRestrictionReplace | null;
  theirs: IpRestrictionReplace | null;
  mine: IpRestrictionReplace;
  /** Both changes in one; `undefined` where there is nothing to merge. */
  merged: IpRestrictionReplace | undefined;
  busy: boolean;
  refusal: string | undefined;
  /** Why it was not applied. */
  failure: ReactNode;
  /** Whether the ways forward are open. */
  canApply: boolean;
  /** Under the details. */
  aside: ReactNode;
  children: ReactNode;
  onKeepEditing: () => void;
  onKeepTheirs: () => void;
  onApply: (wanted: IpRestrictionReplace) => void;
};

/** Somebody else has changed the route meanwhile: what they did and what you did, in one sentence. */
export function RouteConflictDialog({
  base,
  theirs,
  mine,
  merged,
  busy,
  refusal,
  failure,
  canApply,
  aside,
  children,
  onKeepEditing,
  onKeepTheirs,
  onApply,
}: RouteConflictDialogProps) {
  const { nameOf } = usePolicyBook();
  const mergedId = useId();
  return (
    <Dialog
      role="alertdialog"
      wide
      title="This route changed while you were editing"
      onClose={onKeepEditing}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onKeepEditing}>
            Keep editing
          </Button>
          {canApply && (
            <>
              <Button variant="default" onClick={() => !busy && onKeepTheirs()}>
                Keep theirs
              </Button>
              <BusyButton
                danger
                variant="default"
                busy={busy}
                refusal={merged && refusal}
                onClick={() => onApply(mine)}
              >
                Apply mine
              </BusyButton>
              {merged && (
                <BusyButton
                  busy={busy}
                  refusal={refusal}
                  aria-describedby={mergedId}
                  onClick={() => onApply(merged)}
                >
                  Apply merged
                </BusyButton>
              )}
            </>
          )}
        </>
      }
    >
      {failure}
      <p>
        <UntrustedText text={conflictSentence(base, theirs, mine, nameOf)} />
      </p>
      <Undone base={base} theirs={theirs} mine={mine} />
      {canApply && merged && (
        <p id={mergedId}>Applying merged keeps both changes: {changeText(theirs, merged)}.</p>
      )}
      {children}
      <details>
        <summary>Details</summary>
        <div className={`${dialogStyles.versions} ${styles.versions}`}>
          <Version heading="Loaded" module={base} against={theirs} />
          <Version heading="Now" module={theirs} against={theirs} />
          <Version heading="Yours" module={mine} against={theirs} />
        </div>
        <p className={layout.small}>{DIFFERS_NOTE}</p>
        {canApply && aside && <div className={styles.versions}>{aside}</div>}
      </details>
    </Dialog>
  );
}

/** What mine takes away from theirs, marked. */
function Undone({
  base,
  theirs,
  mine,
}: Pick<RouteConflictDialogProps, 'base' | 'theirs' | 'mine'>) {
  const { nameOf } = usePolicyBook();
  if (theirs === null)
    return <p className={layout.muted}>Applying yours adds the restriction again.</p>;
  const { added, removed, enabled } = undoneByMine(base, theirs, mine);
  const acts = [
    ...(enabled === undefined ? [] : [`turns enforcement ${onOff(enabled)}`]),
    ...(removed.length > 0 ? [`removes ${policiesText(removed, nameOf)}`] : []),
    ...(added.length > 0 ? [`puts back ${policiesText(added, nameOf)}`] : []),
  ];
  if (acts.length === 0) return null;
  return (
    <p>
      Applying yours undoes their change:{' '}
      <mark className={dialogStyles.mark}>
        <UntrustedText text={acts.join(', ')} />
      </mark>
      .
    </p>
  );
}

type VersionProps = { heading: string } & Record<'module' | 'against', IpRestrictionReplace | null>;

function Version({ heading, module, against }: VersionProps) {
  const others = new Set(against?.ip_policy_ids);
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      {module === null ? (
        <p>
          <Differs when={against !== null}>No IP restriction</Differs>
        </p>
      ) : (
        <>
          <p>
            <Differs when={module.enabled !== against?.enabled}>
              Enforcement {onOff(module.enabled)}
            </Differs>
          </p>
          <ul>
            {module.ip_policy_ids.length === 0 && <li>No IP policy</li>}
            {module.ip_policy_ids.map((id) => (
              <li key={id}>
                <Differs when={!others.has(id)}>
                  <PolicyLabel id={id} />
                </Differs>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
