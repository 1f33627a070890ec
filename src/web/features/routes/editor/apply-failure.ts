import { type ApiFailure, failureOf, isAnyRefused, isOutcomeUnknown } from '#client/errors.ts';
import { changeReasonOf, reasonOf } from '#web/api/failure-text.ts';

/** What a failed change of a module means for the person who made it. */
export type ApplyFailure =
  /** The service knows none of these ids; `text` is what it says of each. */
  | { kind: 'unknown-ids'; texts: Record<string, string> }
  /** The request may have arrived: the module has to be read before anything is sent again. */
  | { kind: 'unsure'; text: string }
  | { kind: 'refused'; text: string };

/** @param sent ids of the request that failed */
export function applyFailureOf(error: unknown, sent: string[]): ApplyFailure {
  const failure = failureOf(error);
  if (isOutcomeUnknown(error)) return { kind: 'unsure', text: reasonOf(error, 'unsure') };
  if (failure?.kind === 'status' && !isAnyRefused(failure)) {
    const texts = unknownIds(failure, sent);
    if (Object.keys(texts).length > 0) return { kind: 'unknown-ids', texts };
  }
  return { kind: 'refused', text: changeReasonOf(error, 'apply') };
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
