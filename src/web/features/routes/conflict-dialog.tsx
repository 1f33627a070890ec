import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  draftTowards,
  onOff,
  wantedModule,
  type Draft,
} from '#web/features/routes/module-draft.ts';
import type { Module } from '#web/features/routes/module-reading.ts';
import { useEmptyConsent } from '#web/features/routes/use-empty-consent.tsx';
import { WarningList } from '#web/features/routes/warning-list.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import layout from '#web/ui/layout.module.css';
import styles from './editor.module.css';

type ConflictDialogProps = {
  draft: Draft;
  /** What the service has; `null` when somebody removed the module. */
  now: Module | null;
  busy: boolean;
  unsure: boolean;
  failure: ReactNode;
  returnFocusTo: HTMLElement | null;
  onUseCurrent: () => void;
  onApply: () => void;
  onClose: () => void;
};

/** Somebody else was faster: three versions side by side, and no way forward by accident. */
export function ConflictDialog({
  draft,
  now,
  busy,
  unsure,
  failure,
  returnFocusTo,
  onUseCurrent,
  onApply,
  onClose,
}: ConflictDialogProps) {
  const yours = wantedModule(draft);
  const overNow = draftTowards(now, yours);
  const consent = useEmptyConsent(overNow);
  return (
    <Dialog
      role="alertdialog"
      wide
      title="This route changed while you were editing"
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep editing
          </Button>
          {!unsure && (
            <>
              <Button variant="default" onClick={() => !busy && onUseCurrent()}>
                Use the current version
              </Button>
              <BusyButton
                color="danger"
                busy={busy}
                onClick={() => {
                  if (consent.isGiven()) onApply();
                }}
              >
                Apply my version anyway
              </BusyButton>
            </>
          )}
        </>
      }
    >
      {failure}
      <div className={styles.versions}>
        <Version title="Loaded" module={draft.base} against={now} />
        <Version title="Now" module={now} against={draft.base} />
        <Version title="Yours" module={yours} against={now} />
      </div>
      <p className={layout.muted}>
        Applying your version replaces what is there now. Bold marks what differs.
      </p>
      <WarningList draft={overNow} />
      {consent.element}
    </Dialog>
  );
}

type VersionProps = { title: string; module: Module | null; against: Module | null };

function Version({ title, module, against }: VersionProps) {
  const mark = (differs: boolean) => (differs ? styles.differs : layout.muted);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {module === null ? (
        <p className={mark(against !== null)}>No IP restriction</p>
      ) : (
        <>
          <p className={mark(module.enabled !== against?.enabled)}>
            Enforcement {onOff(module.enabled)}
          </p>
          <ul className={layout.mono}>
            {module.ids.length === 0 && <li>No IP policy</li>}
            {module.ids.map((id) => (
              <li key={id} className={mark(!against?.ids.includes(id))}>
                {id}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
