import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import {
  ApplyOptionFields,
  type ApplyOptions,
  turnsOff,
} from '#web/features/routes/confirm/apply-options.tsx';
import {
  ApplyFailureNotice,
  useEmptyConsent,
  WarningList,
} from '#web/features/routes/confirm/dialog-parts.tsx';
import { draftTowards, isEnforcedEmpty } from '#web/features/routes/draft.ts';
import { ChangeList } from '#web/features/routes/editor/changes.tsx';
import { refuse } from '#web/features/routes/editor/editor-state.ts';
import { RouteConflictDialog } from '#web/features/routes/editor/route-conflict-dialog.tsx';
import type { DialogState, Editor } from '#web/features/routes/editor/use-editor.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { merge } from '#web/features/routes/merge.ts';
import {
  changedText,
  isSameModule,
  type ModuleRead,
  moduleText,
} from '#web/features/routes/module-read.ts';
import {
  ipRestrictionCurl,
  recheckModule,
  recordApplied,
  useApply,
  useModuleRefusal,
} from '#web/features/routes/queries.ts';
import { shorten } from '#web/lib/format.ts';
import { clockTime } from '#web/lib/time.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';

type ApplyDialogProps = {
  route: RouteIds;
  label: string;
  editor: Editor;
  dialog: Extract<DialogState, { kind: 'review' | 'conflict' }>;
  options: ApplyOptions;
  onApplied: (former: ModuleRead, sent: IpRestrictionReplace, now: ModuleRead) => void;
};

/** Shows what would be sent before it is: the changes, or what both have done when somebody else was faster. */
export function ApplyDialog({
  route,
  label,
  editor,
  dialog,
  options,
  onApplied,
}: ApplyDialogProps) {
  const { kind, draft, now } = dialog;
  const client = useQueryClient();
  const receipt = useReceipt();
  const { apply, failure, setFailure, busy } = useApply(route);
  const { replace: refusal, remove: removeRefusal } = useModuleRefusal(route);
  const [reading, setReading] = useState(false);
  /** What was sent last: mine, or merged. */
  const [sent, setSent] = useState(draft.wanted);
  const mine = draftTowards(now.module, draft.wanted);
  const merged = kind === 'conflict' ? mergedOf(dialog) : undefined;
  const first = merged ? draftTowards(now.module, merged) : mine;
  // Where only mine is empty, nothing is asked of whoever applies the merge.
  const consent = useEmptyConsent(isEnforcedEmpty(mine) ? mine : first);
  const asksUntil = [mine, first].some(({ wanted }) => turnsOff(now.module, wanted));
  // Nothing more is sent before the module was read again.
  const unsure = failure?.kind === 'unsure';

  function close() {
    if (!busy && !reading) editor.closeDialog();
  }

  async function send(wanted: IpRestrictionReplace) {
    if (!options.isValid(turnsOff(now.module, wanted))) return;
    if (isEnforcedEmpty({ base: now.module, wanted }) && !consent.isGiven()) return;
    setSent(wanted);
    const outcome = await apply(wanted, now);
    if (outcome?.kind === 'done') onApplied(now, wanted, outcome.read);
    if (outcome?.kind === 'unsure') options.keepUnsure(route, label, now, wanted);
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
      if (isSameModule(read.module, sent)) {
        recordApplied(route, now, read);
        onApplied(now, sent, read);
      } else {
        const isAsBefore = isSameModule(read.module, now.module);
        const text = 'The module is as it was before. Apply again.';
        setFailure(isAsBefore ? { kind: 'refused', text } : undefined);
        editor.nextDialog(draft, read);
      }
    } catch (error) {
      setFailure({ kind: 'unsure', text: reasonOf(error, 'unsure'), details: detailsOf(error) });
    }
    setReading(false);
  }

  function keepTheirs() {
    editor.startOver(now);
    receipt({ text: 'Kept their version.' });
  }

  const notice = (
    <ApplyFailureNotice failure={failure} reading={reading} onReadAgain={() => void readAgain()} />
  );
  const curl = <DialogCurl text={ipRestrictionCurl.change(route, first.wanted, now.condition)} />;
  const choices = !unsure && (
    <ApplyOptionFields
      options={options}
      turnsOff={asksUntil}
      canConfirm={now.module !== null || removeRefusal === undefined}
    />
  );
  if (kind === 'conflict')
    return (
      <RouteConflictDialog
        base={draft.base}
        theirs={now.module}
        mine={draft.wanted}
        merged={merged}
        busy={busy}
        refusal={refusal}
        failure={notice}
        canApply={!unsure}
        aside={curl}
        onKeepEditing={close}
        onKeepTheirs={keepTheirs}
        onApply={(wanted) => void send(wanted)}
      >
        <WarningList draft={first} />
        {consent.element}
        {choices}
      </RouteConflictDialog>
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
            <BusyButton busy={busy} refusal={refusal} onClick={() => void send(draft.wanted)}>
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
        . Unchanged since you opened it ({clockTime(editor.openedAt ?? now.read_at)}).
      </p>
      <WarningList draft={mine} />
      <ChangeList draft={mine} />
      <p className={`${layout.small} ${layout.muted}`}>After this: {moduleText(draft.wanted)}.</p>
      {consent.element}
      {choices}
    </Dialog>
  );
}

/** Both changes in one; `undefined` where that would be what is there already, or there is nothing to join it with. */
function mergedOf({ draft, now }: ApplyDialogProps['dialog']): IpRestrictionReplace | undefined {
  if (now.module === null) return undefined;
  const { merged } = merge(draft.base, now.module, draft.wanted);
  return isSameModule(merged, now.module) ? undefined : merged;
}
