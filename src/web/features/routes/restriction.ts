import { difference, type MaybeRestriction, type Restriction } from '#bulk/restriction.ts';
import { count } from '#web/lib/format.ts';

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

export const onOff = (enabled: boolean) => (enabled ? 'on' : 'off');

/** `on, 3 policies`; `none` */
export const restrictionText = (restriction: MaybeRestriction) =>
  restriction === null
    ? 'none'
    : `${onOff(restriction.enabled)}, ${count(restriction.ip_policy_ids.length, 'policy', 'policies')}`;

/** What a read of a route has shown, in the order in which it needs a person. */
const STATES = {
  none: 'None',
  'not-found': 'Not found',
  forbidden: 'No access',
  failed: 'Not readable',
  unread: 'Not checked',
  off: 'Off',
  on: 'On',
};
const RANKS = Object.keys(STATES);

type Checked = { state: keyof typeof STATES; ip_policy_ids: readonly string[] };

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
    : RANKS.indexOf(check?.state ?? 'unread');

export const checkText = (check: Checked | undefined) => STATES[check?.state ?? 'unread'];
