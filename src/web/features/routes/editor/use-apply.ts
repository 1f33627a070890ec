import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { applyFailureOf, type ApplyFailure } from '#web/features/routes/editor/apply-failure.ts';
import { toReplace } from '#web/features/routes/editor/module-draft.ts';
import type { Module, ModuleReading } from '#web/features/routes/module-reading.ts';
import type { WriteOutcome } from '#web/features/routes/module-write.ts';
import { ipRestrictionMutations } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

type ApplyOutcome =
  | WriteOutcome
  | { kind: 'failed'; failure: ApplyFailure }
  /** Another press is still on its way. */
  | { kind: 'ignored' };

/** Sends one module; while it is under way a second press sends nothing. */
export function useApply(route: RouteIds) {
  const replace = useMutation(ipRestrictionMutations.replace(route));
  const underWay = useRef(false);
  const [failure, setFailure] = useState<ApplyFailure>();

  /** @param seen the last reading that the person has agreed to */
  async function apply(wanted: Module, seen: ModuleReading): Promise<ApplyOutcome> {
    if (underWay.current) return { kind: 'ignored' };
    underWay.current = true;
    setFailure(undefined);
    const outcome = await replace.mutateAsync({ body: toReplace(wanted), seen }).then(
      (done): ApplyOutcome => done,
      (error: unknown): ApplyOutcome => ({
        kind: 'failed',
        failure: applyFailureOf(error, wanted.ids),
      }),
    );
    underWay.current = false;
    if (outcome.kind === 'failed') setFailure(outcome.failure);
    return outcome;
  }

  return { apply, failure, setFailure, busy: replace.isPending };
}
