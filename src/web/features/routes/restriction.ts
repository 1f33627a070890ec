import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { count } from '#web/lib/format.ts';

/** What the IP restriction of a route says, in the form in which it is sent: each policy once. */
export type Restriction = IpRestrictionReplace;

/** `null` stands for a route without an IP restriction, here and below. */
type MaybeRestriction = Restriction | null;

export interface Difference {
  added: string[];
  removed: string[];
  kept: string[];
  /** What it was set to, where that is new. A new IP restriction counts as a change. */
  enabled?: boolean;
}

/** Order and repeats are no difference: the API gives them no meaning. */
export function difference(before: MaybeRestriction, after: MaybeRestriction): Difference {
  const old = new Set(before?.ip_policy_ids);
  const now = new Set(after?.ip_policy_ids);
  return {
    added: [...now].filter((id) => !old.has(id)),
    removed: [...old].filter((id) => !now.has(id)),
    kept: [...old].filter((id) => now.has(id)),
    ...(after && before?.enabled !== after.enabled && { enabled: after.enabled }),
  };
}

export function isSame(one: MaybeRestriction, other: MaybeRestriction): boolean {
  if (one === null || other === null) return one === other;
  const { added, removed, enabled } = difference(one, other);
  return added.length + removed.length === 0 && enabled === undefined;
}

/** The switch counts one, and so does each policy. */
export const countChanges = ({ added, removed, enabled }: Difference) =>
  added.length + removed.length + (enabled === undefined ? 0 : 1);

/**
 * Their version with your changes made to it: policies in the order of theirs, then those that you added. Two changes
 * of a set never contradict each other; where both made a new IP restriction, it is on or off as you want it.
 */
export function merge(base: MaybeRestriction, theirs: Restriction, yours: Restriction) {
  const { added, removed, enabled } = difference(base, yours);
  const gone = new Set(removed);
  const left = theirs.ip_policy_ids.filter((id) => !gone.has(id));
  return {
    enabled: enabled ?? theirs.enabled,
    ip_policy_ids: [...new Set([...left, ...added])],
  } satisfies Restriction;
}

/** What of theirs is undone where yours is applied as it is. */
export function undoneByYours(base: MaybeRestriction, theirs: Restriction, yours: Restriction) {
  const byThem = difference(base, theirs);
  const over = difference(theirs, yours);
  return {
    added: over.added.filter((id) => byThem.removed.includes(id)),
    removed: over.removed.filter((id) => byThem.added.includes(id)),
    kept: [],
    ...(byThem.enabled !== undefined && over.enabled !== undefined && { enabled: over.enabled }),
  } satisfies Difference;
}

/** Nothing but what is sent. */
export const toRestriction = ({ enabled, ip_policy_ids }: Restriction): Restriction => ({
  enabled,
  ip_policy_ids: [...ip_policy_ids],
});

export const onOff = (enabled: boolean) => (enabled ? 'on' : 'off');

/** `on, 3 policies`; `none` */
export const restrictionText = (restriction: MaybeRestriction) =>
  restriction === null
    ? 'none'
    : `${onOff(restriction.enabled)}, ${count(restriction.ip_policy_ids.length, 'policy', 'policies')}`;

/** What a read of a route has shown, in the order in which it needs a person. */
const STATES = ['none', 'not-found', 'forbidden', 'failed', 'unread', 'off', 'on'] as const;
type State = (typeof STATES)[number];

type Checked = { state: Exclude<State, 'unread'>; ip_policy_ids: readonly string[] };

export type Exposure = 'open' | 'protected' | 'errors' | 'unchecked';

/** Whether traffic is checked, as far as this device knows. What was never read is never protected. */
export function exposureOf(check: Checked | undefined): Exposure {
  if (check === undefined) return 'unchecked';
  const { state, ip_policy_ids } = check;
  if (state === 'on' && ip_policy_ids.length > 0) return 'protected';
  return state === 'on' || state === 'off' || state === 'none' ? 'open' : 'errors';
}

/** Lower needs a person more: open by nobody's decision, then what cannot be told, then off, then protected. */
export const severityOf = (check: Checked | undefined) =>
  check?.state === 'on' && check.ip_policy_ids.length === 0
    ? 0.5
    : STATES.indexOf(check?.state ?? 'unread');

const STATE_TEXTS: Record<State, string> = {
  on: 'On',
  off: 'Off',
  none: 'None',
  'not-found': 'Not found',
  forbidden: 'No access',
  failed: 'Not readable',
  unread: 'Not checked',
};

export const stateText = (check: Checked | undefined) => STATE_TEXTS[check?.state ?? 'unread'];
