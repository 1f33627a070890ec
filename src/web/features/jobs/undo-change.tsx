import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Change, JobItem, JobTarget, State } from '#bulk/job.ts';
import { wayBack } from '#bulk/make-change.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { changeParts, stateParts, TextParts } from '#web/features/jobs/change-text.tsx';
import { backOf, openUndo, reasonIn } from '#web/features/jobs/undo.ts';
import { changesRecorded, requestUndo, undoRequest } from '#web/jobs/changes-on-demand.ts';
import { changes } from '#web/jobs/changes.ts';
import { jobs } from '#web/jobs/jobs.ts';
import type { RecordedChange, SingleChange } from '#web/jobs/journal.ts';
import { runOne } from '#web/jobs/run-one.ts';
import { shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** `back` is what will be sent. */
type Question = { isDeletion: boolean; back: Change; answer: (isYes: boolean) => void };

/** Undoes one change: asks before a loss, and before it goes over what somebody else has changed. */
export function UndoChange({ request }: { request: RecordedChange }) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();

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
    const target = jobs.targetOf(request.target);
    // The editor takes it as the wish to restore the earlier version, after its review.
    if (request.target === 'route')
      return navigate(target?.pathOf?.(request.id) ?? paths.routes, {
        state: { restore: request.before, undone: request.after },
      });
    return target && undo(request, target, ended);
  }

  async function undo(change: SingleChange, target: JobTarget, ended: AbortSignal) {
    let back = backOf(change, changes.get());
    const options = { signal: ended };
    if (back.after === null && !(await ask(true, back))) return undefined;
    for (;;) {
      const item = await runOne(change.target, target, { ...back, isUndo: true }, options);
      ended.throwIfAborted();
      if (item.status !== 'skipped' || item.found === undefined) return tell(change, back, item);
      if (item.found === null) return fail('Deleted since.');
      // Somebody else has changed the same.
      back = wayBack(change, item.found);
      if (!(await ask(false, back))) return undefined;
    }
  }

  const ask = (isDeletion: boolean, back: Change) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setQuestion(undefined);
        resolve(isYes);
      };
      setQuestion({ isDeletion, back, answer });
    });

  if (question === undefined) return null;
  const { isDeletion, back, answer } = question;
  const name = <UntrustedText text={shorten(back.label)} />;
  return (
    <AlertDialog
      title={isDeletion ? <>Delete {name}?</> : <>{name} was changed since</>}
      confirmLabel={isDeletion ? 'Delete bot user' : 'Undo anyway'}
      danger={isDeletion}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {isDeletion ? (
        <p>
          This undoes its creation, and cannot be undone itself. Programs that use this bot user
          already may stop working.
        </p>
      ) : (
        <>
          <p>
            It is now <StateLine state={back.before} />.
          </p>
          <p>
            Undo makes it <StateLine state={back.after} />.
          </p>
        </>
      )}
    </AlertDialog>
  );
}

const StateLine = ({ state }: { state: State | null }) => (
  <TextParts parts={state === null ? ['gone'] : stateParts(state)} />
);

/** What has become of an Undo. */
function tell(change: SingleChange, back: Change, { status, reason = '' }: JobItem) {
  const { target } = change;
  if (status === 'confirmed') {
    const text = <TextParts parts={[...changeParts({ ...back, target, at: 0 }), '.']} />;
    const undo = back.after === null ? undefined : () => requestUndo(target, back);
    return notify({ text, isOfUndo: true, undo });
  }
  const outcome = status === 'unsure' ? 'We do not know if this was undone.' : 'Not undone.';
  return notify({
    text: `${outcome} ${reason}`,
    isFailure: true,
    more: { label: 'Try again', run: () => requestUndo(target, change) },
  });
}

const fail = (reason: string) => notify({ text: `Not undone. ${reason}`, isFailure: true });
