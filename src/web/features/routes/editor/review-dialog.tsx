import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChangeList } from '#web/features/routes/editor/change-list.tsx';
import { moduleWords, wantedModule, type Draft } from '#web/features/routes/editor/module-draft.ts';
import { useEmptyConsent } from '#web/features/routes/editor/use-empty-consent.tsx';
import { WarningList } from '#web/features/routes/editor/warning-list.tsx';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';

type ReviewDialogProps = {
  label: string;
  draft: Draft;
  busy: boolean;
  /** Nothing more is sent before the module was read again. */
  unsure: boolean;
  failure: ReactNode;
  /** The request that would apply it. */
  curl: string;
  returnFocusTo: HTMLElement | null;
  onApply: () => void;
  onClose: () => void;
};

/** The last look before the one request. */
export function ReviewDialog({
  label,
  draft,
  busy,
  unsure,
  failure,
  curl,
  returnFocusTo,
  onApply,
  onClose,
}: ReviewDialogProps) {
  const consent = useEmptyConsent(draft);
  return (
    <Dialog
      title="Review changes"
      onClose={onClose}
      returnFocusTo={returnFocusTo}
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
        The whole module is replaced in one request: {moduleWords(wantedModule(draft))}.
      </p>
      {consent.element}
    </Dialog>
  );
}
