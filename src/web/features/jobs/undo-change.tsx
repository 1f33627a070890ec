import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reasonOf } from '#web/api/failure-text.ts';
import { ChangeLine, stateParts, TextParts } from '#web/features/jobs/change-text.tsx';
import { openUndo } from '#web/features/jobs/undo-job.ts';
import { reasonIn, stateAfter, whyNotUndone } from '#web/features/jobs/undo-of.ts';
import { changes, type RecordedChange, type SingleChange } from '#web/jobs/changes.ts';
import { requestUndo, undoRequest } from '#web/jobs/current-job.ts';
import type { Change, State } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { wayBack } from '#web/jobs/make-change.ts';
import { shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** `back` is what will be sent. */
type Question = { kind: 'delete' | 'changed'; back: Change };

type UndoChangeProps = {
  request: RecordedChange;
  /** Resolves when changes can be made. */
  connected: Promise<void>;
};

/** Undoes one change: asks before a loss, and before it goes over what somebody else has changed. */
export function UndoChange({ request, connected }: UndoChangeProps) {
  const navigate = useNavigate();
  const begun = useRef<RecordedChange>(undefined);
  const [question, setQuestion] = useState<Question>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (begun.current === request) return;
    begun.current = request;
    setQuestion(undefined);
    begin(request).catch((error: unknown) => endWith(`Not undone. ${reasonOf(error)}`));
    // Once for each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request]);

  function end() {
    if (undoRequest.get() === request) undoRequest.set(undefined);
  }

  function endWith(text: string) {
    notify({ text, isFailure: true });
    end();
  }

  async function begin(change: RecordedChange) {
    await connected;
    const reason = reasonIn(changes.get(), change);
    if (reason !== undefined) return endWith(`Not undone. ${reason}`);
    if (change.jobId !== undefined) {
      end();
      return openUndo({ id: change.jobId, target: change.target }, navigate);
    }
    if (change.target === 'route') {
      end();
      // The editor takes it as the wish to restore the earlier version, after its review.
      return navigate(routePath(change.id), { state: { restore: change.before } });
    }
    const back = wayBack(change, stateAfter(change, changes.get()));
    if (back.after === null) return setQuestion({ kind: 'delete', back });
    return send(change, back);
  }

  /** @param isSeen the person has seen its present state */
  async function send(change: SingleChange, back: Change, isSeen = false): Promise<unknown> {
    const item = await jobs.runOne(change.target, { ...back, isUndo: true });
    if (item.status === 'skipped' && item.found !== undefined)
      return goOnWith(change, item.found, isSeen);
    if (item.status === 'confirmed') {
      const done = { ...back, target: change.target, at: Date.now() };
      const undo = back.after !== null && { undo: () => requestUndo(change.target, back) };
      notify({ text: <Sentence change={done} />, isOfUndo: true, ...undo });
      return end();
    }
    const outcome = item.status === 'unsure' ? 'We do not know if this was undone.' : 'Not undone.';
    notify({
      text: `${outcome} ${item.reason ?? ''}`,
      isFailure: true,
      more: { label: 'Try again', run: () => requestUndo(change.target, change) },
    });
    return end();
  }

  /** Somebody else has changed it: what they did beside the change stays, anything else is asked about. */
  function goOnWith(change: SingleChange, found: State | null, isSeen: boolean) {
    const reason = whyNotUndone(change, found);
    if (found === null || reason === 'Undone')
      return endWith(`Not undone. ${reason ?? 'It is gone.'}`);
    const back = wayBack(change, found);
    if (reason === undefined && !isSeen) return send(change, back, true);
    return setQuestion({ kind: 'changed', back });
  }

  if (question === undefined || request.jobId !== undefined) return null;
  const { kind, back } = question;
  const name = <UntrustedText text={shorten(back.label)} />;
  const isDeletion = kind === 'delete';
  return (
    <AlertDialog
      title={isDeletion ? <>Delete {name}?</> : <>{name} was changed since</>}
      confirmLabel={isDeletion ? 'Delete bot user' : 'Undo anyway'}
      danger={isDeletion}
      busy={isBusy}
      onConfirm={async () => {
        setBusy(true);
        await send(request, back, true);
        setBusy(false);
      }}
      onClose={end}
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

const Sentence = ({ change }: { change: RecordedChange }) => (
  <>
    <ChangeLine change={change} />.
  </>
);

const StateLine = ({ state }: { state: State | null }) => (
  <TextParts parts={state === null ? ['gone'] : stateParts(state)} />
);

/** @param key the ids of the edge and of the route as JSON, as routes are recorded */
function routePath(key: string): string {
  const [edgeId = '', routeId = ''] = JSON.parse(key) as string[]; // written by this app
  return pathTo(paths.ipRestriction, { edgeId, routeId }) ?? paths.routes;
}
