import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { ApplyFailureNotice } from '#web/features/routes/editor/apply-failure-notice.tsx';
import { refuse } from '#web/features/routes/editor/editor-state.ts';
import {
  draftTowards,
  isSameModule,
  toReplace,
  wantedModule,
  type Draft,
} from '#web/features/routes/editor/module-draft.ts';
import { moduleOf, type Module, type ModuleReading } from '#web/features/routes/module-reading.ts';
import { changedWords } from '#web/features/routes/module-write.ts';
import { readModule } from '#web/features/routes/queries.ts';
import { RemoveDialog } from '#web/features/routes/list/remove-dialog.tsx';
import { ModuleConflictDialog } from '#web/features/routes/editor/module-conflict-dialog.tsx';
import { ReviewDialog } from '#web/features/routes/editor/review-dialog.tsx';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { useApply } from '#web/features/routes/editor/use-apply.ts';
import type { RestoreRequest } from '#web/features/routes/editor/use-restore-request.ts';
import type { RestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { paths, pathTo } from '#web/paths.ts';
import { DiscardDialog } from '#web/ui/dialog/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

type RestrictionDialogsProps = {
  route: RouteIds;
  label: string;
  editor: RestrictionEditor;
  /** The answer shows another module than was sent. */
  onDifference: (difference: { sent: Module; kept: Module } | undefined) => void;
};

/** Every dialog over the form, and what follows from its answer. */
export function RestrictionDialogs({
  route,
  label,
  editor,
  onDifference,
}: RestrictionDialogsProps) {
  const { step } = editor;
  const { apply, failure, setFailure, busy } = useApply(route);
  const [reading, setReading] = useState(false);
  const navigate = useNavigate();
  const receipt = useReceipt();
  const name = <UntrustedText text={shorten(label)} />;

  function undo(former: Module | null) {
    const request: RestoreRequest = { restore: former };
    const ids = { edgeId: route.edge_id, routeId: route.id };
    const path = pathTo(paths.ipRestriction, ids) ?? paths.routes;
    // The page may be another one by then.
    return () => void navigate(path, { state: request });
  }

  function close() {
    if (busy || reading) return;
    setFailure(undefined);
    editor.closeStep();
  }

  function applied(former: Module | null, sent: Module, answer: ModuleReading) {
    const kept = moduleOf(answer);
    onDifference(kept !== null && !isSameModule(kept, sent) ? { sent, kept } : undefined);
    setFailure(undefined);
    editor.adopt(answer);
    receipt({
      text: (
        <>
          IP restriction applied to <strong>{name}</strong>.
        </>
      ),
      undo: undo(former),
    });
  }

  function removed(former: Module, answer: ModuleReading) {
    onDifference(undefined);
    editor.adopt(answer);
    receipt({
      text: (
        <>
          IP restriction removed from <strong>{name}</strong>.
        </>
      ),
      undo: undo(former),
    });
  }

  async function send(draft: Draft, shown: ModuleReading) {
    const wanted = wantedModule(draft);
    const outcome = await apply(wanted, shown);
    if (outcome.kind === 'done') applied(moduleOf(shown), wanted, outcome.reading);
    if (outcome.kind === 'changed') changed(draft, shown, outcome.reading);
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'unknown-ids') return;
    const { texts } = outcome.failure;
    setFailure(undefined);
    editor.closeStep();
    editor.change((before) => refuse(before, texts));
  }

  /** The service has refused to replace what nobody here has seen. */
  function changed(draft: Draft, shown: ModuleReading, now: ModuleReading) {
    const follows = editor.judge(draft, now);
    // The dialog of a conflict says it by its title, but not that what it shows has changed once more.
    if (follows === step?.kind) setFailure({ kind: 'refused', text: changedWords(shown, now) });
  }

  /** After a request without an answer: what the service has now says what became of it. */
  async function readAgain(draft: Draft, shown: ModuleReading) {
    setReading(true);
    const wanted = wantedModule(draft);
    try {
      const now = await readModule(route);
      const former = moduleOf(shown);
      if (isSameModule(moduleOf(now), wanted)) applied(former, wanted, now);
      else {
        const isAsBefore = isSameModule(moduleOf(now), former);
        const text = 'The module is as it was before. Apply again.';
        setFailure(isAsBefore ? { kind: 'refused', text } : undefined);
        editor.judge(draft, now);
      }
    } catch (error) {
      setFailure({ kind: 'unsure', text: reasonOf(error, 'unsure') });
    }
    setReading(false);
  }

  const failureNotice = (draft: Draft, shown: ModuleReading) => (
    <ApplyFailureNotice
      failure={failure}
      reading={reading}
      onReadAgain={() => void readAgain(draft, shown)}
    />
  );
  const curlOfReplace = (draft: Draft, shown: ModuleReading) =>
    curlOf(ipRestrictionEndpoints.replace, {
      params: { edge_id: route.edge_id, id: route.id },
      body: toReplace(wantedModule(draft)),
      ...shown.condition,
    });
  const shared = {
    busy,
    unsure: failure?.kind === 'unsure',
    onClose: close,
  };

  switch (step?.kind) {
    case undefined:
    case 'reading':
      return null;
    case 'review': {
      const { draft, now } = step;
      return (
        <ReviewDialog
          {...shared}
          returnFocusTo={step.opener}
          label={label}
          draft={draft}
          failure={failureNotice(draft, now)}
          curl={curlOfReplace(draft, now)}
          onApply={() => void send(draft, now)}
        />
      );
    }
    case 'conflict': {
      const { draft, now } = step;
      return (
        <ModuleConflictDialog
          {...shared}
          returnFocusTo={step.opener}
          draft={draft}
          now={moduleOf(now)}
          failure={failureNotice(draft, now)}
          curl={curlOfReplace(draft, now)}
          onUseCurrent={() => editor.adopt(now)}
          onApply={() => void send(draft, now)}
        />
      );
    }
    case 'remove':
      return (
        <RemoveDialog
          route={route}
          label={label}
          read={step.now}
          onTurnOff={(module) =>
            editor.unlessDirty(() =>
              editor.reviewOf(draftTowards(module, { ...module, enabled: false })),
            )
          }
          onRemoved={removed}
          onClose={editor.closeStep}
        />
      );
    case 'discard':
      return (
        <DiscardDialog
          onDiscard={() => {
            editor.closeStep();
            step.proceed();
          }}
          onKeep={editor.closeStep}
        />
      );
  }
}
