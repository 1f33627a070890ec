import { failureOf, isAnyRefused } from '#client/errors.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * Which of the sent policies a service has refused, and its words about each. Services name an id by a field of its
 * own, inside the text of the list's field, or only in their sentence.
 */
export function refusedPolicies(error: unknown, sent: readonly string[]): Record<string, string> {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || isAnyRefused(failure)) return {};
  const { status, fields, text = '' } = failure;
  if (![400, 404, 409, 422].includes(status)) return {};
  const own = sent.flatMap((id) => {
    const name = [id, `ip_policy_ids.${id}`].find((each) => Object.hasOwn(fields, each));
    return name === undefined ? [] : [[id, visibleText(fields[name] ?? '')]];
  });
  if (own.length > 0) return Object.fromEntries(own);
  // The whole id: `ipp_1` is not named by a sentence about `ipp_12`.
  const words = new Set(`${fields['ip_policy_ids'] ?? ''} ${text}`.split(/[^\w-]+/));
  const named = sent.filter((id) => words.has(id));
  return Object.fromEntries(named.map((id) => [id, 'The service does not accept this IP policy']));
}
