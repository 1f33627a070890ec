import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { ApplyFailureNotice } from '#web/features/routes/dialog-parts.tsx';
import { setEnabled, startDraft, type Draft } from '#web/features/routes/draft.ts';
import { refuse } from '#web/features/routes/editor/editor-state.ts';
import { RemoveDialog } from '#web/features/routes/editor/remove-dialog.tsx';
import { ModuleConflictDialog, ReviewDialog } from '#web/features/routes/editor/review-dialogs.tsx';
import type { Editor, RestoreRequest } from '#web/features/routes/editor/use-editor.ts';
import type { RouteIds } from '#web/features/routes/known-route.ts';
import { changedText, isSameModule, type ModuleRead } from '#web/features/routes/module-read.ts';
import { ipRestrictionCurl, recheckModule, useApply } from '#web/features/routes/queries.ts';
import { shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { DiscardDialog } from '#web/ui/dialog/unsaved-guard.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';

/** A module that the service saved otherwise than it was sent. */
export type Difference = { sent: IpRestrictionReplace; saved: IpRestrictionReplace };

type EditorDialogsProps = {
  route: RouteIds;
  label: string;
  editor: Editor;
  onDifference: (difference: Difference | undefined) => void;
};

export function EditorDialogs({ route, label, editor, onDifference }: EditorDialogsProps) {
  const { dialog } = editor;
  const client = useQueryClient();
  const { apply, failure, setFailure, busy } = useApply(route);
  const [reading, setReading] = useState(false);
  const navigate = useNavigate();
  const receipt = useReceipt();

  function close() {
    if (busy || reading) return;
    setFailure(undefined);
    editor.closeDialog();
  }

  /** @param words `applied to`, before the name of the route */
  function done(words: string, former: IpRestrictionReplace | null, now: ModuleRead) {
    setFailure(undefined);
    editor.startOver(now);
    const request: RestoreRequest = { restore: former };
    const ids = { edgeId: route.edge_id, routeId: route.id };
    const path = pathTo(paths.ipRestriction, ids) ?? paths.routes;
    receipt({
      text: (
        <>
          IP restriction {words}{' '}
          <strong>
            <UntrustedText text={shorten(label)} />
          </strong>
          .
        </>
      ),
      // The page may be another one by then.
      undo: () => void navigate(path, { state: request }),
    });
  }

  function applied(
    former: IpRestrictionReplace | null,
    sent: IpRestrictionReplace,
    now: ModuleRead,
  ) {
    const saved = now.module;
    onDifference(saved !== null && !isSameModule(saved, sent) ? { sent, saved } : undefined);
    done('applied to', former, now);
  }

  async function send(draft: Draft, shown: ModuleRead) {
    const outcome = await apply(draft.wanted, shown);
    if (outcome.kind === 'done') applied(shown.module, draft.wanted, outcome.read);
    if (outcome.kind === 'changed') changed(draft, shown, outcome.read);
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'unknown-ids') return;
    const { texts } = outcome.failure;
    setFailure(undefined);
    editor.closeDialog();
    editor.change((previous) => refuse(previous, texts));
  }

  /** The service has refused to replace what nobody here has seen. */
  function changed(draft: Draft, shown: ModuleRead, now: ModuleRead) {
    const next = editor.nextDialog(draft, now);
    // The dialog of a conflict says it by its title, but not that what it shows has changed once more.
    if (next === dialog?.kind) setFailure({ kind: 'refused', text: changedText(shown, now) });
  }

  /** After a request without a response: what the service has now says what became of it. */
  async function readAgain(draft: Draft, shown: ModuleRead) {
    setReading(true);
    try {
      const now = await recheckModule(client, route);
      if (isSameModule(now.module, draft.wanted)) applied(shown.module, draft.wanted, now);
      else {
        const isAsBefore = isSameModule(now.module, shown.module);
        const text = 'The module is as it was before. Apply again.';
        setFailure(isAsBefore ? { kind: 'refused', text } : undefined);
        editor.nextDialog(draft, now);
      }
    } catch (error) {
      setFailure({ kind: 'unsure', text: reasonOf(error, 'unsure') });
    }
    setReading(false);
  }

  switch (dialog?.kind) {
    case undefined:
    case 'reading':
      return null;
    case 'review':
    case 'conflict': {
      const { draft, now } = dialog;
      const shared = {
        draft,
        busy,
        unsure: failure?.kind === 'unsure',
        failure: (
          <ApplyFailureNotice
            failure={failure}
            reading={reading}
            onReadAgain={() => void readAgain(draft, now)}
          />
        ),
        curl: ipRestrictionCurl.replace(route, draft.wanted, now.condition),
        onApply: () => void send(draft, now),
        onClose: close,
      };
      return dialog.kind === 'review' ? (
        <ReviewDialog {...shared} label={label} />
      ) : (
        <ModuleConflictDialog
          {...shared}
          now={now.module}
          onUseCurrent={() => editor.startOver(now)}
        />
      );
    }
    case 'remove':
      return (
        <RemoveDialog
          route={route}
          label={label}
          read={dialog.now}
          onTurnOff={(module) =>
            editor.confirmDiscard(() => editor.reviewOf(setEnabled(startDraft(module), false)))
          }
          onRemoved={(former, now) => {
            onDifference(undefined);
            done('removed from', former, now);
          }}
          onClose={editor.closeDialog}
        />
      );
    case 'discard':
      return (
        <DiscardDialog
          onDiscard={() => {
            editor.closeDialog();
            dialog.proceed();
          }}
          onKeep={editor.closeDialog}
        />
      );
  }
}
