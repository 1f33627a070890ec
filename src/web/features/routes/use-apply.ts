import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApiFailure, failureOf, isAnyRefused, isOutcomeUnknown } from '#client/errors.ts';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { changeReasonOf, reasonOf } from '#web/api/failure-text.ts';
import type { RouteIds } from '#web/features/routes/known-routes.ts';
import type { ModuleRead } from '#web/features/routes/module-read.ts';
import { changeModule } from '#web/features/routes/queries.ts';

/** Replaces or removes one module; while that is under way a second press sends nothing. */
export function useApply(route: RouteIds) {
  const change = useMutation(changeModule(route));
  const underWay = useRef(false);
  const [failure, setFailure] = useState<ApplyFailure>();

  /**
   * @param wanted `null` removes the module
   * @param basis the last read that the person has agreed to
   */
  async function apply(wanted: IpRestrictionReplace | null, basis: ModuleRead) {
    if (underWay.current) return undefined;
    underWay.current = true;
    setFailure(undefined);
    const outcome = await change
      .mutateAsync({ wanted, basis })
      .catch((error: unknown) => applyFailureOf(error, wanted));
    underWay.current = false;
    if (!('read' in outcome)) setFailure(outcome);
    return outcome;
  }

  return { apply, failure, setFailure, busy: change.isPending };
}

/** What a failed change of a module means for the person who made it. */
export type ApplyFailure =
  /** The service knows none of these ids; `texts` is what it says of each. */
  | { kind: 'unknown-ids'; texts: Record<string, string> }
  /** The request may have arrived: the module has to be read before anything is sent again. */
  | { kind: 'unsure'; text: string }
  | { kind: 'refused'; text: string };

/** @param wanted what the failed request sent; `null` where it removes the module */
export function applyFailureOf(error: unknown, wanted: IpRestrictionReplace | null): ApplyFailure {
  const failure = failureOf(error);
  if (isOutcomeUnknown(error)) return { kind: 'unsure', text: reasonOf(error, 'unsure') };
  if (failure?.kind === 'status' && !isAnyRefused(failure)) {
    const texts = unknownIds(failure, wanted?.ip_policy_ids ?? []);
    if (Object.keys(texts).length > 0) return { kind: 'unknown-ids', texts };
  }
  return { kind: 'refused', text: changeReasonOf(error, wanted === null ? 'remove' : 'apply') };
}

/** Services name a refused id by a field of its own, inside the text of the list's field, or only in their sentence. */
function unknownIds(
  { status, fields, text = '' }: Extract<ApiFailure, { kind: 'status' }>,
  sent: string[],
): Record<string, string> {
  if (![400, 404, 409, 422].includes(status)) return {};
  const own = Object.entries(fields).flatMap(([name, words]) => {
    const id = sent.find((other) => name === other || name === `ip_policy_ids.${other}`);
    return id === undefined ? [] : [[id, words] as const];
  });
  if (own.length > 0) return Object.fromEntries(own);
  const sentences = [fields['ip_policy_ids'] ?? '', text];
  return Object.fromEntries(
    sent
      .filter((id) => sentences.some((words) => holdsId(words, id)))
      .map((id) => [id, 'The service does not accept this IP policy']),
  );
}

/** The whole id: `ipp_1` is not named by a sentence about `ipp_12`. */
const holdsId = (text: string, id: string) => text.split(/[^\w-]+/).includes(id);
