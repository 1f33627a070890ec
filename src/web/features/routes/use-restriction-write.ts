import { useRef, useState } from 'react';
import { changeReasonOf, detailsOf, reasonOf } from '#web/api/failure-text.ts';
import {
  settleUnsure,
  writeRestriction,
  type RestrictionChange,
  type WriteResult,
} from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/stored-route.ts';

/** Why a change was not made, for the dialog that has sent it. */
export interface WriteProblem {
  title: string;
  text: string;
  details?: string | undefined;
  /** The change of which nobody knows whether it was made: nothing more is sent before a read has shown it. */
  unsure?: RestrictionChange;
}

export type WriteOutcome = WriteResult | { kind: 'refused'; error: unknown };

/**
 * Sends one change of a route at a time, and finds the words for what went wrong.
 *
 * @param again what to do after a refusal: `Apply again.`
 */
export function useRestrictionWrite(route: RouteIds) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<WriteProblem>();
  const underWay = useRef(false);

  async function run(
    change: RestrictionChange,
    send: () => Promise<WriteResult>,
    again: string,
  ): Promise<WriteOutcome | undefined> {
    if (underWay.current) return undefined;
    underWay.current = true;
    setBusy(true);
    const outcome = await send().catch((error: unknown) => ({ kind: 'refused' as const, error }));
    underWay.current = false;
    setBusy(false);
    setProblem(problemOf(outcome, change, again));
    return outcome;
  }

  return {
    isBusy,
    problem,
    setProblem,
    write: (change: RestrictionChange, again: string) =>
      run(change, () => writeRestriction(route, change), again),
    /** Reads what became of a change. A read that fails leaves the question open. */
    check: (change: RestrictionChange, again: string) =>
      run(
        change,
        () =>
          settleUnsure(route, change).catch((error: unknown) => ({
            kind: 'unsure' as const,
            error,
          })),
        again,
      ),
  };
}

function problemOf(
  outcome: WriteOutcome,
  change: RestrictionChange,
  again: string,
): WriteProblem | undefined {
  switch (outcome.kind) {
    case 'saved':
    case 'changedMeanwhile':
      return undefined;
    case 'notFound':
      return { title: 'Not applied.', text: `This ${outcome.missing} does not exist any more.` };
    case 'unsure':
      return {
        title: 'We do not know if this was applied.',
        text: reasonOf(outcome.error, 'unsure'),
        details: detailsOf(outcome.error),
        unsure: change,
      };
    case 'refused':
      return {
        title: 'Not applied.',
        text: changeReasonOf(outcome.error, again),
        details: detailsOf(outcome.error),
      };
  }
}
