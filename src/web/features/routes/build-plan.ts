import { conflictOf, type Plan, type PlanLine } from '#bulk/job.ts';
import { FRESH, isSame, type Restriction } from '#bulk/restriction.ts';
import { ROLLOUT } from '#bulk/rollout.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { onOff } from '#web/features/routes/restriction-words.ts';
import type { ReadRoute } from '#web/features/routes/use-reading.ts';
import { count } from '#web/lib/format.ts';

export type Mode = 'add' | 'remove' | 'replace' | 'enforce';

/** What is to be done to every chosen route. */
export interface Order {
  mode: Mode;
  /** Each once; of no meaning with `enforce`. */
  ids: readonly string[];
  /** What `enforce` sets; of no meaning with other modes. */
  enabled: boolean;
}

/** The plan of one order over these routes, in their order. */
export function planOrder(reads: readonly ReadRoute[], order: Order): Plan {
  const lines = reads.map((read) => lineOf(read, order));
  const times = reads.flatMap(({ read }) => (read instanceof Error ? [] : read.readAt));
  const plannedAt = times.reduce((at, time) => Math.min(at, time), Date.now());
  return { target: 'route', lines, plannedAt, rollout: ROLLOUT, words: wordsOf(order) };
}

function lineOf({ route, read }: ReadRoute, order: Order): PlanLine {
  const [id, label] = [routeKey(route), route.name];
  const conflict = (note: string) => conflictOf(label, note, id);
  if (read instanceof Error) return conflict(`Cannot be read: ${reasonOf(read, 'read')}`);
  if (read.missing) return conflict(`This ${read.missing} does not exist.`);
  const { restriction: before } = read;
  const after = changedBy(order, before ?? FRESH);
  if (!before) {
    if (order.mode === 'add' || order.mode === 'replace') {
      const now = read.isRouteKnown ? '' : ', or no such route';
      const note = `No IP restriction yet${now}: new, and ${onOff(after.enabled)}.`;
      return { id, label, before, after, kind: 'create', note };
    }
    // A route without an IP restriction cannot be turned on; whoever wants that has to know.
    return order.mode === 'enforce' && order.enabled
      ? conflict('No IP restriction to turn on. Add policies to this route first.')
      : { id, label, before, after: null, kind: 'no-change', note: 'No IP restriction here.' };
  }
  const line = { id, label, before, after };
  if (isSame(before, after)) return { ...line, kind: 'no-change', note: 'The same.' };
  return { ...line, kind: 'replace' };
}

/** In the order of what is there: the policies that stay, then the new ones. */
function changedBy({ mode, ids, enabled }: Order, restriction: Restriction): Restriction {
  const before = restriction.ip_policy_ids;
  switch (mode) {
    case 'add':
      return { ...restriction, ip_policy_ids: [...new Set([...before, ...ids])] };
    case 'remove':
      return { ...restriction, ip_policy_ids: before.filter((id) => !ids.includes(id)) };
    case 'replace':
      return { ...restriction, ip_policy_ids: [...ids] };
    case 'enforce':
      return { ...restriction, enabled };
  }
}

/** `add 1 policy to #` */
function wordsOf({ mode, ids, enabled }: Order): string {
  const policies = count(ids.length, 'policy', 'policies');
  return {
    add: `add ${policies} to #`,
    remove: `remove ${policies} from #`,
    replace: 'replace the policies of #',
    enforce: `turn the IP restriction ${onOff(enabled)} for #`,
  }[mode];
}
