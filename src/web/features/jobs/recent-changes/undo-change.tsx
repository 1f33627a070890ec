import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reasonOf } from '#web/api/failure-text.ts';
import { openUndo } from '#web/features/jobs/card/undo-job.ts';
import { ChangeLine } from '#web/features/jobs/recent-changes/change-line.tsx';
import { UndoDialog, type UndoQuestion } from '#web/features/jobs/recent-changes/undo-dialog.tsx';
import {
  reasonIn,
  stateAfter,
  wayBack,
  whyNotUndone,
} from '#web/features/jobs/recent-changes/undo-of.ts';
import { changes, type RecordedChange, type SingleChange } from '#web/jobs/changes.ts';
import type { Change, State } from '#web/jobs/job.ts';
import { requestUndo, undoRequest } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths, pathTo } from '#web/paths.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type UndoChangeProps = { request: RecordedChange; onClose: () => void };

/** The one Undo: asks before a loss, and before it goes over what somebody else has changed. */
export function UndoChange({ request, onClose }: UndoChangeProps) {
  const receipt = useReceipt();
  const navigate = useNavigate();
  const begun = useRef<RecordedChange>(undefined);
  const [question, setQuestion] = useState<UndoQuestion>();

  useEffect(() => {
    if (begun.current === request) return;
    begun.current = request;
    setQuestion(undefined);
    begin(request).catch((error: unknown) => endWith(`Not undone. ${reasonOf(error)}`));
    // Once for each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request]);

  function end() {
    if (undoRequest.get() === request) onClose();
  }

  function endWith(text: string) {
    receipt({ failed: true, text });
    end();
  }

  async function begin(change: RecordedChange) {
    if (change.jobId !== undefined) {
      await openUndo(change.jobId, navigate);
      return end();
    }
    const reason = reasonIn(changes.get(), change);
    if (reason !== undefined) return endWith(`Not undone. ${reason}`);
    if (change.target === 'route') {
      end();
      // What the editor reads as the request to restore the former module, after its review.
      return navigate(routePath(change.id), { state: { restore: change.before } });
    }
    const back = wayBack(change, stateAfter(change, changes.get()));
    if (back.after === null) return setQuestion({ kind: 'delete', back });
    return send(change, back);
  }

  /** @param isSeen the person has seen what it is now */
  async function send(change: SingleChange, back: Change, isSeen = false): Promise<unknown> {
    const item = await jobs.runOne(change.target, { ...back, isUndo: true });
    if (item.status === 'skipped' && item.found !== undefined)
      return goOnWith(change, item.found, isSeen);
    if (item.status === 'confirmed') {
      const done = { ...back, target: change.target, at: Date.now() };
      const undo = back.after !== null && { undo: () => requestUndo(change.target, back) };
      receipt({ text: <Sentence change={done} />, isOfUndo: true, ...undo });
    } else
      receipt({
        failed: true,
        text: `${item.status === 'unsure' ? 'We do not know if this was undone.' : 'Not undone.'} ${item.reason ?? ''}`,
        action: <TryAgain change={change} />,
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

  if (question === undefined) return null;
  return (
    <UndoDialog
      question={question}
      onConfirm={() =>
        request.jobId === undefined ? send(request, question.back, true) : undefined
      }
      onClose={end}
    />
  );
}

const Sentence = ({ change }: { change: RecordedChange }) => (
  <>
    <ChangeLine change={change} />.
  </>
);

const TryAgain = ({ change }: { change: SingleChange }) => (
  <Button size="xs" variant="default" onClick={() => requestUndo(change.target, change)}>
    Try again
  </Button>
);

/** @param key the ids of the edge and of the route as JSON, as routes are recorded */
function routePath(key: string): string {
  const [edgeId = '', routeId = ''] = JSON.parse(key) as string[]; // written by this app
  return pathTo(paths.ipRestriction, { edgeId, routeId }) ?? paths.routes;
}
