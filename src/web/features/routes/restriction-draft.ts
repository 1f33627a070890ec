import {
  difference,
  FRESH,
  isSame,
  type MaybeRestriction,
  type Restriction,
  type RestrictionRead,
} from '#bulk/restriction.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import {
  emptyInput,
  isPending,
  takeInput,
  type PolicyBook,
  type PolicyInput,
} from '#web/features/routes/policy-lines.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** Everything that is chosen and typed in the editor of one route. */
export interface Draft {
  /** The read that the form began with. */
  base: RestrictionRead;
  /** What would be sent. `null`: the route has no IP restriction, and nobody has asked for one. */
  wanted: MaybeRestriction;
  /** Not in the list yet. */
  input: PolicyInput;
  /** By id: why the service refused it. */
  refused: ReadonlyMap<string, string>;
}

/** Policies that would be sent. */
export const idsOf = ({ wanted }: Draft) => wanted?.ip_policy_ids ?? [];

export const openDraft = (base: RestrictionRead): Draft => ({
  base,
  wanted: base.restriction,
  input: emptyInput,
  refused: new Map(),
});

export interface PolicyRow {
  id: string;
  status: 'kept' | 'added' | 'removed';
  /** Why the service refused it. */
  error?: string | undefined;
}

/** Rows keep their places; a removed one stays until it is applied. */
export function policyRowsOf({ base, wanted, refused }: Draft): PolicyRow[] {
  const before = base.restriction?.ip_policy_ids ?? [];
  const { added, removed } = difference(base.restriction, wanted);
  const gone = new Set(removed);
  return [
    ...before.map((id): PolicyRow =>
      gone.has(id) ? { id, status: 'removed' } : { id, status: 'kept', error: refused.get(id) },
    ),
    ...added.map((id): PolicyRow => ({ id, status: 'added', error: refused.get(id) })),
  ];
}

/** Each once, in the order of the rows: a policy that is put back finds its place. */
export function withPolicies(draft: Draft, ids: readonly string[]): Draft {
  const wanted = { ...(draft.wanted ?? FRESH), ip_policy_ids: [...ids] };
  const rows = policyRowsOf({ ...draft, wanted }).filter(({ status }) => status !== 'removed');
  return { ...draft, wanted: { ...wanted, ip_policy_ids: rows.map(({ id }) => id) } };
}

/** Before a review: policies that are still in the field were meant. What cannot be read stays there, with its error. */
export function withTyped(draft: Draft, book: PolicyBook): Draft {
  const { ids, input } = takeInput(draft.input, book);
  const typed = ids.length > 0 ? withPolicies(draft, [...idsOf(draft), ...ids]) : draft;
  return { ...typed, input, refused: new Map() };
}

/** Whether leaving would lose something that was done by hand; a new form as it opens is nothing yet. */
export const isDirty = ({ base, wanted, input }: Draft) =>
  wanted !== null && (!isSame(wanted, base.restriction ?? FRESH) || isPending(input));

/**
 * Their version with your changes made to it: policies in the order of theirs, then those that you added. Two changes
 * of a set never contradict each other; where both made a new IP restriction, it is on or off as you want it.
 */
export function merge(base: MaybeRestriction, theirs: Restriction, yours: Restriction) {
  const { added, removed, enabled = theirs.enabled } = difference(base, yours);
  const gone = new Set(removed);
  const left = theirs.ip_policy_ids.filter((id) => !gone.has(id));
  return { enabled, ip_policy_ids: [...new Set([...left, ...added])] } satisfies Restriction;
}

/**
 * Which of the sent policies a service has refused, and its words about each. Services name an id by a field of its
 * own, inside the text of the list's field, or only in their sentence.
 */
export function refusedPolicies(error: unknown, sent: readonly string[]): Draft['refused'] {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || isAnyRefused(failure)) return new Map();
  const { status, fields, text = '' } = failure;
  if (![400, 404, 409, 422].includes(status)) return new Map();
  const own = sent.flatMap((id) => {
    const name = [id, `ip_policy_ids.${id}`].find((each) => Object.hasOwn(fields, each));
    return name === undefined ? [] : [[id, visibleText(fields[name] ?? '')] as const];
  });
  if (own.length > 0) return new Map(own);
  // The whole id: `ipp_1` is not named by a sentence about `ipp_12`.
  const words = new Set(`${fields['ip_policy_ids'] ?? ''} ${text}`.split(/[^\w-]+/));
  const named = sent.filter((id) => words.has(id));
  return new Map(named.map((id) => [id, 'The service does not accept this IP policy']));
}
