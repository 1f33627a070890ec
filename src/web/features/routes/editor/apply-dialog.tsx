import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import {
  ApplyFailureNotice,
  useEmptyConsent,
  WarningList,
} from '#web/features/routes/dialog-parts.tsx';
import { draftTowards } from '#web/features/routes/draft.ts';
import { ChangeList } from '#web/features/routes/editor/changes.tsx';
import { refuse } from '#web/features/routes/editor/editor-state.ts';
import type { DialogState, Editor } from '#web/features/routes/editor/use-editor.ts';
import type { RouteIds } from '#web/features/routes/known-routes.ts';
import {
  changedText,
  isSameModule,
  type ModuleRead,
  moduleText,
  onOff,
} from '#web/features/routes/module-read.ts';
import {
  ipRestrictionCurl,
  recheckModule,
  useApply,
  useModuleRefusal,
} from '#web/features/routes/queries.ts';
import { shorten } from '#web/lib/format.ts';
import { ConflictDialog } from '#web/ui/dialog/conflict-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './editor.module.css';

type ApplyDialogProps = {
  route: RouteIds;
  label: string;
  editor: Editor;
  dialog: Extract<DialogState, { kind: 'review' | 'conflict' }>;
  onApplied: (former: ModuleRead, sent: IpRestrictionReplace, now: ModuleRead) => void;
};

/** Shows what would be sent before it is: the changes, or the three versions when somebody else was faster. */
export function ApplyDialog({ route, label, editor, dialog, onApplied }: ApplyDialogProps) {
  const { kind, draft, now } = dialog;
  const client = useQueryClient();
  const { apply, failure, setFailure, busy } = useApply(route);
  const refusal = useModuleRefusal(route).replace;
  const [reading, setReading] = useState(false);
  const change = kind === 'review' ? draft : draftTowards(now.module, draft.wanted);
  const consent = useEmptyConsent(change);
  // Nothing more is sent before the module was read again.
  const unsure = failure?.kind === 'unsure';

  function close() {
    if (!busy && !reading) editor.closeDialog();
  }

  async function send() {
    if (!consent.isGiven()) return;
    const outcome = await apply(draft.wanted, now);
    if (outcome?.kind === 'done') onApplied(now, draft.wanted, outcome.read);
    if (outcome?.kind === 'changed') {
      // Only seen where the kind of the dialog stays: the title of a new conflict says it.
      setFailure({ kind: 'refused', text: changedText(now, outcome.read) });
      editor.nextDialog(draft, outcome.read);
    }
    if (outcome?.kind === 'unknown-ids') {
      editor.closeDialog();
      editor.change((previous) => refuse(previous, outcome.texts));
    }
  }

  /** After a request without a response: what the service has now says what became of it. */
  async function readAgain() {
    setReading(true);
    try {
      const read = await recheckModule(client, route);
      if (isSameModule(read.module, draft.wanted)) onApplied(now, draft.wanted, read);
      else {
        const isAsBefore = isSameModule(read.module, now.module);
        const text = 'The module is as it was before. Apply again.';
        setFailure(isAsBefore ? { kind: 'refused', text } : undefined);
        editor.nextDialog(draft, read);
      }
    } catch (error) {
      setFailure({ kind: 'unsure', text: reasonOf(error, 'unsure') });
    }
    setReading(false);
  }

  const notice = (
    <ApplyFailureNotice failure={failure} reading={reading} onReadAgain={() => void readAgain()} />
  );
  const curl = <DialogCurl text={ipRestrictionCurl.change(route, draft.wanted, now.condition)} />;
  if (kind === 'conflict')
    return (
      <ConflictDialog
        title="This route changed while you were editing"
        loaded={<Version module={draft.base} against={now.module} />}
        now={<Version module={now.module} against={draft.base} />}
        yours={<Version module={draft.wanted} against={now.module} />}
        busy={busy}
        failure={notice}
        answerable={!unsure}
        aside={curl}
        onKeepEditing={close}
        onUseCurrent={() => editor.startOver(now)}
        onApplyMine={() => void send()}
      >
        <p className={layout.muted}>Bold marks what differs.</p>
        <WarningList draft={change} />
        {consent.element}
      </ConflictDialog>
    );
  return (
    <Dialog
      title="Review changes"
      onClose={close}
      footer={
        <>
          {!unsure && curl}
          <Button variant="default" onClick={close}>
            Keep editing
          </Button>
          {!unsure && (
            <BusyButton busy={busy} refusal={refusal} onClick={() => void send()}>
              Apply changes
            </BusyButton>
          )}
        </>
      }
    >
      {notice}
      <p className={layout.muted}>
        Route{' '}
        <strong>
          <UntrustedText text={shorten(label)} />
        </strong>
        . Checked a moment ago: nobody else has changed it since you opened it.
      </p>
      <WarningList draft={change} />
      <ChangeList draft={change} />
      <p className={`${layout.small} ${layout.muted}`}>
        The whole module is replaced in one request: {moduleText(draft.wanted)}.
      </p>
      {consent.element}
    </Dialog>
  );
}

type VersionProps = Record<'module' | 'against', IpRestrictionReplace | null>;

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
