import type { ReactNode } from 'react';
import {
  draftTowards,
  onOff,
  wantedModule,
  type Draft,
} from '#web/features/routes/editor/module-draft.ts';
import type { Module } from '#web/features/routes/module-reading.ts';
import { useEmptyConsent } from '#web/features/routes/editor/use-empty-consent.tsx';
import { WarningList } from '#web/features/routes/editor/warning-list.tsx';
import { ConflictDialog } from '#web/ui/dialog/conflict-dialog.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './editor.module.css';

type ModuleConflictDialogProps = {
  draft: Draft;
  /** What the service has; `null` when somebody removed the module. */
  now: Module | null;
  busy: boolean;
  unsure: boolean;
  failure: ReactNode;
  /** The request that would apply it. */
  curl: string;
  returnFocusTo: HTMLElement | null;
  onUseCurrent: () => void;
  onApply: () => void;
  onClose: () => void;
};

/** The three versions of a module, and what applying would do to the one that is there now. */
export function ModuleConflictDialog({
  draft,
  now,
  busy,
  unsure,
  failure,
  curl,
  returnFocusTo,
  onUseCurrent,
  onApply,
  onClose,
}: ModuleConflictDialogProps) {
  const yours = wantedModule(draft);
  const overNow = draftTowards(now, yours);
  const consent = useEmptyConsent(overNow);
  return (
    <ConflictDialog
      title="This route changed while you were editing"
      loaded={<Version module={draft.base} against={now} />}
      now={<Version module={now} against={draft.base} />}
      yours={<Version module={yours} against={now} />}
      busy={busy}
      failure={failure}
      answerable={!unsure}
      aside={<DialogCurl text={curl} />}
      returnFocusTo={returnFocusTo}
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

type VersionProps = { module: Module | null; against: Module | null };

function Version({ module, against }: VersionProps) {
  const mark = (differs: boolean) => (differs ? styles.differs : layout.muted);
  if (module === null) return <p className={mark(against !== null)}>No IP restriction</p>;
  return (
    <>
      <p className={mark(module.enabled !== against?.enabled)}>
        Enforcement {onOff(module.enabled)}
      </p>
      <ul className={layout.mono}>
        {module.ids.length === 0 && <li>No IP policy</li>}
        {module.ids.map((id) => (
          <li key={id} className={mark(!against?.ids.includes(id))}>
            <UntrustedText text={id} />
          </li>
        ))}
      </ul>
    </>
  );
}
