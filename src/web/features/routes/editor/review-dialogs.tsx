import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { useEmptyConsent, WarningList } from '#web/features/routes/dialog-parts.tsx';
import { draftTowards, type Draft } from '#web/features/routes/draft.ts';
import { ChangeList } from '#web/features/routes/editor/changes.tsx';
import { moduleText, onOff } from '#web/features/routes/module-read.ts';
import { shorten } from '#web/lib/format.ts';
import { ConflictDialog } from '#web/ui/dialog/conflict-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './editor.module.css';

type ApplyProps = {
  draft: Draft;
  busy: boolean;
  /** Nothing more is sent before the module was read again. */
  unsure: boolean;
  failure: ReactNode;
  curl: string;
  onApply: () => void;
  onClose: () => void;
};

/** Shows the changes before they are sent. */
export function ReviewDialog({ label, ...props }: ApplyProps & { label: string }) {
  const { draft, busy, unsure, failure, curl, onApply, onClose } = props;
  const consent = useEmptyConsent(draft);
  return (
    <Dialog
      title="Review changes"
      onClose={onClose}
      footer={
        <>
          {!unsure && <DialogCurl text={curl} />}
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          {!unsure && (
            <BusyButton
              busy={busy}
              onClick={() => {
                if (consent.isGiven()) onApply();
              }}
            >
              Apply changes
            </BusyButton>
          )}
        </>
      }
    >
      {failure}
      <p className={layout.muted}>
        Route{' '}
        <strong>
          <UntrustedText text={shorten(label)} />
        </strong>
        . Checked a moment ago: nobody else has changed it since you opened it.
      </p>
      <WarningList draft={draft} />
      <ChangeList draft={draft} />
      <p className={`${layout.small} ${layout.muted}`}>
        The whole module is replaced in one request: {moduleText(draft.wanted)}.
      </p>
      {consent.element}
    </Dialog>
  );
}

type ModuleConflictDialogProps = ApplyProps & {
  /** What the service has; `null` when somebody removed the module. */
  now: IpRestrictionReplace | null;
  onUseCurrent: () => void;
};

/** The three versions of a module, and what applying would do to the one that is there now. */
export function ModuleConflictDialog({ now, onUseCurrent, ...props }: ModuleConflictDialogProps) {
  const { draft, busy, unsure, failure, curl, onApply, onClose } = props;
  const overNow = draftTowards(now, draft.wanted);
  const consent = useEmptyConsent(overNow);
  return (
    <ConflictDialog
      title="This route changed while you were editing"
      loaded={<Version module={draft.base} against={now} />}
      now={<Version module={now} against={draft.base} />}
      yours={<Version module={draft.wanted} against={now} />}
      busy={busy}
      failure={failure}
      answerable={!unsure}
      aside={<DialogCurl text={curl} />}
      onKeepEditing={onClose}
      onUseCurrent={onUseCurrent}
      onApplyMine={() => {
        if (consent.isGiven()) onApply();
      }}
    >
      <p className={layout.muted}>Bold marks what differs.</p>
      <WarningList draft={overNow} />
      {consent.element}
    </ConflictDialog>
  );
}

type VersionProps = { module: IpRestrictionReplace | null; against: IpRestrictionReplace | null };

function Version({ module, against }: VersionProps) {
  const mark = (differs: boolean) => (differs ? styles.differs : layout.muted);
  if (module === null) return <p className={mark(against !== null)}>No IP restriction</p>;
  return (
    <>
      <p className={mark(module.enabled !== against?.enabled)}>
        Enforcement {onOff(module.enabled)}
      </p>
      <ul className={layout.mono}>
        {module.ip_policy_ids.length === 0 && <li>No IP policy</li>}
        {module.ip_policy_ids.map((id) => (
          <li key={id} className={mark(!against?.ip_policy_ids.includes(id))}>
            <UntrustedText text={id} />
          </li>
        ))}
      </ul>
    </>
  );
}
