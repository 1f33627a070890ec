import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MaybeRestriction, RestrictionChange } from '#bulk/restriction.ts';
import type { RouteIds } from '#bulk/route-ids.ts';
import { changeReasonOf, detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { settleUnsure, writeRestriction, type WriteResult } from '#web/features/routes/queries.ts';
import { restrictionText } from '#web/features/routes/restriction-words.ts';
import { requestUndo } from '#web/jobs/changes-on-demand.ts';
import { focusFirst } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';

/** Why a change was not made. */
type Problem = {
  text: string;
  details?: string | undefined;
  /** The change of which nobody knows whether it was made. */
  unsure?: RestrictionChange;
};

type Outcome = WriteResult | { kind: 'refused'; error: unknown };
type NotSaved = Exclude<Outcome, { kind: 'saved' }>;

type WriteUses = {
  /** After a change was made. @returns what was done, for the notification that can take it back */
  onSaved: (now: MaybeRestriction) => ReactNode;
  /** @returns why nothing was changed, in place of the usual words */
  onNotSaved: (outcome: NotSaved, change: RestrictionChange) => string | undefined;
};

/** `isCheck`: nothing is sent, it is read what became of the change. */
type Sent = { change: RestrictionChange; isCheck?: boolean };

/**
 * Sends changes of a route for a dialog, which shows `notice`. Where nobody knows whether a change was made, nothing
 * more is to be sent before a read has shown it: the notice has a button for that.
 */
export function useRestrictionWrite(route: RouteIds, { onSaved, onNotSaved }: WriteUses) {
  const [problem, setProblem] = useState<Problem>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change, isCheck }: Sent): Promise<Outcome> =>
      isCheck
        ? // A read that fails leaves the question open.
          settleUnsure(route, change).catch((error: unknown) => ({ kind: 'unsure', error }))
        : writeRestriction(route, change).catch((error: unknown) => ({ kind: 'refused', error })),
    onSuccess(outcome, { change }) {
      if (outcome.kind !== 'saved') {
        const text = onNotSaved(outcome, change);
        return setProblem(text ? { text } : problemOf(outcome, change));
      }
      const { now, isAsSent, change: made } = outcome;
      const is = restrictionText(now.restriction);
      setProblem(undefined);
      return notify({
        text: (
          <>
            {onSaved(now.restriction)}.
            {!isAsSent && ` The service saved something different: ${is}.`}
          </>
        ),
        undo: () => requestUndo('route', made),
      });
    },
  });
  const { unsure } = problem ?? {};
  return {
    isBusy: isPending,
    isUnsure: unsure !== undefined,
    send: (change: RestrictionChange) => isPending || mutate({ change }),
    forgetProblem: () => setProblem(undefined),
    notice: problem && (
      <Notice
        key={problem.text}
        ref={focusIfLost}
        tone={unsure ? 'warn' : 'danger'}
        role="alert"
        title={unsure ? 'We do not know if this was applied.' : 'Not applied.'}
        details={problem.details}
        actions={
          unsure && (
            <Button
              aria-disabled={isPending}
              onClick={() => isPending || mutate({ change: unsure, isCheck: true })}
            >
              Check now
            </Button>
          )
        }
      >
        {problem.text}
      </Notice>
    ),
  };
}

function problemOf(outcome: NotSaved, change: RestrictionChange): Problem | undefined {
  if (outcome.kind === 'notFound')
    return { text: `This ${outcome.missing} does not exist any more.` };
  if (outcome.kind === 'changedMeanwhile') return undefined;
  const { kind, error } = outcome;
  const details = detailsOf(error);
  return kind === 'refused'
    ? { text: changeReasonOf(error, 'Try again.'), details }
    : { text: reasonOf(error, 'unsure'), details, unsure: change };
}

/** The pressed button may have gone with what was said before. */
function focusIfLost(notice: HTMLElement | null) {
  if (notice && document.activeElement === document.body) focusFirst([notice]);
}
