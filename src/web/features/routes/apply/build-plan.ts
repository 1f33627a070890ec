import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { isSameModule, onOff, type ModuleRead } from '#web/features/routes/module-read.ts';
import { isChange, type Plan, type PlanLine } from '#web/jobs/job.ts';
import { ROLLOUT } from '#web/jobs/rollout.ts';
import { count } from '#web/lib/format.ts';

/** What is to be done to every chosen route. */
export type Mode = 'add' | 'remove' | 'replace' | 'enforce';

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
  /** Or what the read threw. */
  read: ModuleRead | { error: unknown };
}

/** The plan of one order over these routes, in their order. */
export function planOrder(targets: readonly Target[], order: Order): Plan {
  const lines = targets.map((target) => lineOf(target, order));
  const times = targets.flatMap(({ read }) => ('error' in read ? [] : read.read_at));
  const plannedAt = times.reduce((at, time) => Math.min(at, time), Date.now());
  return { target: 'route', lines, plannedAt, rollout: ROLLOUT, ...wordsOf(order, lines) };
}

function lineOf({ id, label, read }: Target, order: Order): PlanLine {
  const none = { id, label, before: null, after: null };
  if ('error' in read)
    return {
      ...none,
      kind: 'conflict',
      note: `Cannot be read: ${reasonOf(read.error, 'read')}`,
    };
  if (read.kind === 'no-route')
    return { ...none, kind: 'conflict', note: `This ${read.missing} does not exist.` };
  if (read.kind === 'none') {
    const after = createdBy(order);
    return after
      ? { ...none, after, kind: 'create', note: newNote(after, read.routeExists) }
      : { ...none, ...withoutModule(order) };
  }
  const after = changedBy(order, read.module);
  const line = { id, label, before: { ...read.module }, after: { ...after } };
  return isSameModule(read.module, after)
    ? { ...line, kind: 'no-change', note: 'The same.' }
    : { ...line, kind: 'replace', ...(isStillOff(order, after) && { note: STILL_OFF }) };
}

const STILL_OFF = 'Enforcement stays off.';

/** Who adds policies mostly wants them enforced. */
const isStillOff = ({ mode }: Order, { enabled }: IpRestrictionReplace) =>
  mode === 'add' && !enabled;

/** @returns the order of both kept: what stays first, then what is new */
export function changedBy(
  { mode, ids, enabled }: Order,
  module: IpRestrictionReplace,
): IpRestrictionReplace {
  const named = new Set(ids);
  const before = module.ip_policy_ids;
  switch (mode) {
    case 'add':
      return { ...module, ip_policy_ids: [...new Set([...before, ...ids])] };
    case 'remove':
      return { ...module, ip_policy_ids: before.filter((id) => !named.has(id)) };
    case 'replace':
      return { enabled: enabled ?? module.enabled, ip_policy_ids: [...named] };
    case 'enforce':
      return { ...module, enabled: enabled ?? module.enabled };
  }
}

/** The module of a route that has none: enforced, unless it was said otherwise. */
function createdBy({ mode, ids, enabled = true }: Order): IpRestrictionReplace | undefined {
  if (mode === 'add') return { enabled: true, ip_policy_ids: [...ids] };
  return mode === 'replace' ? { enabled, ip_policy_ids: [...ids] } : undefined;
}

const newNote = ({ enabled }: IpRestrictionReplace, routeExists: boolean) =>
  `${routeExists ? 'No IP restriction yet' : 'No IP restriction yet, or no such route'}: new, with enforcement ${onOff(enabled)}.`;

/** Nothing can be made of no module; who wants it enforced has to know that it is not. */
const withoutModule = ({ mode, enabled }: Order): Pick<PlanLine, 'kind' | 'note'> =>
  mode === 'enforce' && enabled !== false
    ? { kind: 'conflict', note: 'No IP restriction to enforce. Add policies to this route first.' }
    : { kind: 'no-change', note: 'No IP restriction here.' };

/** As a job says it: `add 1 policy to 28 routes`. */
function wordsOf({ mode, ids, enabled }: Order, lines: readonly PlanLine[]) {
  const routes = count(lines.filter(isChange).length, 'route');
  const policies = count(ids.length, 'policy', 'policies');
  const state = onOff(enabled ?? true);
  const [verb, doing, rest] = {
    add: ['add', 'Adding', `${policies} to ${routes}`],
    remove: ['remove', 'Removing', `${policies} from ${routes}`],
    replace: ['replace', 'Replacing', `the policies of ${routes}`],
    enforce: ['turn', 'Turning', `enforcement ${state} for ${routes}`],
  }[mode] as [string, string, string];
  return { heading: `${verb} ${rest}`, doing: `${doing} ${rest}` };
}
