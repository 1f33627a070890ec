import type { ReactNode } from 'react';
import { startDraft } from '#web/features/routes/editor/module-draft.ts';
import type { Module } from '#web/features/routes/module-reading.ts';
import { useEmptyConsent } from '#web/features/routes/editor/use-empty-consent.tsx';
import { WarningList } from '#web/features/routes/editor/warning-list.tsx';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import { Dialog, type DialogProps } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './routes.module.css';

type ToggleFormProps = {
  frame: Pick<DialogProps, 'role' | 'title' | 'onClose' | 'returnFocusTo'>;
  cancel: ReactNode;
  module: Module;
  on: boolean;
  /** The request of the button. */
  curl: string;
  busy: boolean;
  /** Nothing more is sent before the module was read again. */
  unsure: boolean;
  onTurn: () => void;
  children: ReactNode;
};

/** Once the module is read: what stays, what to think of, and the one button. */
export function ToggleForm({
  frame,
  cancel,
  module,
  on,
  curl,
  busy,
  unsure,
  onTurn,
  children,
}: ToggleFormProps) {
  const draft = { ...startDraft(module), enabled: on };
  const consent = useEmptyConsent(draft);
  const { ids } = module;

  return (
    <Dialog
      {...frame}
      footer={
        <>
          {!unsure && <DialogCurl text={curl} />}
          {cancel}
          {!unsure && (
            <BusyButton
              color={on ? 'action' : 'danger'}
              busy={busy}
              onClick={() => {
                if (consent.isGiven()) onTurn();
              }}
            >
              {on ? 'Turn on' : 'Turn off'}
            </BusyButton>
          )}
        </>
      }
    >
      {children}
      <WarningList draft={draft} />
      <p>
        {ids.length === 0
          ? 'The list of policies is empty.'
          : `${count(ids.length, 'policy', 'policies')} kept as they are:`}
      </p>
      {ids.length > 0 && (
        <ul className={`${styles.plain} ${layout.mono}`} aria-label="Policies kept">
          {ids.map((id) => (
            <li key={id}>
              <UntrustedText text={id} />
            </li>
          ))}
        </ul>
      )}
      {consent.element}
    </Dialog>
  );
}
