import { reasonOf } from '#web/api/failure-text.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { isSame, onOff, type Restriction } from '#web/features/routes/restriction.ts';
import { changesOf, type Plan, type PlanLine } from '#web/jobs/job.ts';
import { ROLLOUT } from '#web/jobs/rollout.ts';
import { count } from '#web/lib/format.ts';

export type Mode = 'add' | 'remove' | 'replace' | 'enforce';

/** What is to be done to every chosen route. */
export interface Order {
  mode: Mode;
  /** Each once; of no meaning with `enforce`. */
  ids: readonly string[];
  /** With `enforce`, and with `replace`, where `undefined` leaves it as it is. */
  enabled: boolean | undefined;
}

export interface Target {
  /** Its `routeKey`. */
  id: string;
  label: string;
  /** Or the error of the read. */
  read: RestrictionRead | Error;
}

/** The plan of one order over these routes, in their order. */
export function planOrder(targets: readonly Target[], order: Order): Plan {
  const lines = targets.map((target) => lineOf(target, order));
  const times = targets.flatMap(({ read }) => (read instanceof Error ? [] : read.readAt));
  const plannedAt = times.reduce((at, time) => Math.min(at, time), Date.now());
  return { target: 'route', lines, plannedAt, rollout: ROLLOUT, heading: headingOf(order, lines) };
}

function lineOf({ id, label, read }: Target, order: Order): PlanLine {
  const none = { id, label, before: null, after: null };
  if (read instanceof Error)
    return { ...none, kind: 'conflict', note: `Cannot be read: ${reasonOf(read, 'read')}` };
  if (read.missing)
    return { ...none, kind: 'conflict', note: `This ${read.missing} does not exist.` };
  const { restriction } = read;
  if (!restriction) {
    const after = createdBy(order);
    return after
      ? { ...none, after: { ...after }, kind: 'create', note: newNote(after, read.isRouteKnown) }
      : { ...none, ...withoutRestriction(order) };
  }
  const after = changedBy(order, restriction);
  const line = { id, label, before: { ...restriction }, after: { ...after } };
  if (isSame(restriction, after)) return { ...line, kind: 'no-change', note: 'The same.' };
  // Who adds policies mostly wants them enforced.
  const isStillOff = order.mode === 'add' && !after.enabled;
  return { ...line, kind: 'replace', ...(isStillOff && { note: 'It stays off.' }) };
}

/** In the order of what is there: the policies that stay, then the new ones. */
export function changedBy({ mode, ids, enabled }: Order, restriction: Restriction): Restriction {
  const named = new Set(ids);
  const before = restriction.ip_policy_ids;
  switch (mode) {
    case 'add':
      return { ...restriction, ip_policy_ids: [...new Set([...before, ...ids])] };
    case 'remove':
      return { ...restriction, ip_policy_ids: before.filter((id) => !named.has(id)) };
    case 'replace':
      return { enabled: enabled ?? restriction.enabled, ip_policy_ids: [...named] };
    case 'enforce':
      return { ...restriction, enabled: enabled ?? restriction.enabled };
  }
}

/** The IP restriction of a route that has none: on, unless something else was chosen. */
function createdBy({ mode, ids, enabled = true }: Order): Restriction | undefined {
  if (mode === 'add') return { enabled: true, ip_policy_ids: [...ids] };
  return mode === 'replace' ? { enabled, ip_policy_ids: [...ids] } : undefined;
}

const newNote = ({ enabled }: Restriction, isRouteKnown: boolean) =>
  `${isRouteKnown ? 'No IP restriction yet' : 'No IP restriction yet, or no such route'}: new, and ${onOff(enabled)}.`;

/** A route without an IP restriction cannot be turned on; whoever wants that has to know. */
const withoutRestriction = ({ mode, enabled }: Order): Pick<PlanLine, 'kind' | 'note'> =>
  mode === 'enforce' && enabled !== false
    ? { kind: 'conflict', note: 'No IP restriction to turn on. Add policies to this route first.' }
    : { kind: 'no-change', note: 'No IP restriction here.' };

/** `add 1 policy to 28 routes`, behind "Plan: ". */
function headingOf({ mode, ids, enabled }: Order, lines: readonly PlanLine[]): string {
  const routes = count(changesOf({ lines }).length, 'route');
  const policies = count(ids.length, 'policy', 'policies');
  switch (mode) {
    case 'add':
      return `add ${policies} to ${routes}`;
    case 'remove':
      return `remove ${policies} from ${routes}`;
    case 'replace':
      return `replace the policies of ${routes}`;
    case 'enforce':
      return `turn the IP restriction ${onOff(enabled ?? true)} for ${routes}`;
  }
}
