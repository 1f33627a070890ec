import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Change, JobItem, JobTarget } from '#bulk/job.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { changeParts, TextParts } from '#web/features/jobs/change-text.tsx';
import { backOf, openUndo, reasonIn, runOne, whyNotUndone } from '#web/features/jobs/undo.ts';
import { changesRecorded, requestUndo, undoRequest } from '#web/jobs/changes-on-demand.ts';
import { changes } from '#web/jobs/changes.ts';
import { jobTargets } from '#web/jobs/current-job.ts';
import type { RecordedChange, SingleChange } from '#web/jobs/journal.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { named } from '#web/ui/untrusted-text.tsx';

/** Undoes one change; asks before it deletes what the change has made. */
export function UndoChange({ request }: { request: RecordedChange }) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState<{ label: string; answer: (isYes: boolean) => void }>();

  useEffect(() => {
    const ended = session.signal();
    const end = () => undoRequest.get() === request && undoRequest.set(undefined);
    begin(ended)
      .catch((error: unknown) => ended.aborted || fail(reasonOf(error)))
      .finally(end);
    // Once for each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request]);

  async function begin(ended: AbortSignal) {
    // Undo may be pressed before its change is recorded.
    await changesRecorded();
    const reason = reasonIn(changes.get(), request);
    if (reason !== undefined) return fail(reason);
    if (request.jobId !== undefined)
      return openUndo({ id: request.jobId, target: request.target }, navigate);
    const target = jobTargets.get()?.[request.target];
    // The editor takes it as the wish to restore the earlier version, after its review.
    if (request.target === 'route')
      return navigate(target?.pathOf?.(request.id) ?? paths.routes, {
        state: { restore: request.before, undone: request.after },
      });
    return target && undo(request, target, ended);
  }

  async function undo(change: SingleChange, target: JobTarget, ended: AbortSignal) {
    const back = backOf(change, changes.get());
    if (back.after === null && !(await isAgreed(back))) return;
    const item = await runOne(change.target, target, { ...back, isUndo: true }, { signal: ended });
    ended.throwIfAborted();
    tell(change, back, item);
  }

  const isAgreed = ({ label }: Change) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setQuestion(undefined);
        resolve(isYes);
      };
      setQuestion({ label, answer });
    });

  if (question === undefined) return null;
  const { label, answer } = question;
  return (
    <AlertDialog
      title={named('Delete #?', label)}
      confirmLabel="Delete bot user"
      danger
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>
        This undoes its creation, and cannot be undone itself. Programs that use this bot user
        already may stop working.
      </p>
    </AlertDialog>
  );
}

/** What has become of an Undo. */
function tell(change: SingleChange, back: Change, { status, reason = '', found }: JobItem) {
  const { target } = change;
  if (status === 'confirmed') {
    const text = <TextParts parts={[...changeParts({ ...back, target, at: 0 }), '.']} />;
    const undo = back.after === null ? undefined : () => requestUndo(target, back);
    return notify({ text, isOfUndo: true, undo });
  }
  // Somebody else has changed the same.
  if (found !== undefined && status === 'skipped')
    return fail(whyNotUndone(change, found) ?? reason);
  const outcome = status === 'unsure' ? 'We do not know if this was undone.' : 'Not undone.';
  return notify({
    text: `${outcome} ${reason}`,
    isFailure: true,
    more: { label: 'Try again', run: () => requestUndo(target, change) },
  });
}

const fail = (reason: string) => notify({ text: `Not undone. ${reason}`, isFailure: true });
