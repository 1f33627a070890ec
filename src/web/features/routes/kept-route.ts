import * as z from 'zod/mini';
import { isAddressable } from '#contract/endpoint.ts';

/** What addresses one route; the wire's own names. */
export interface RouteIds {
  edge_id: string;
  id: string;
}

export const routeKey = ({ edge_id, id }: RouteIds) => JSON.stringify([edge_id, id]);

/** @throws {Error} no `routeKey` made it */
export function routeIdsOf(key: string): RouteIds {
  const [edge_id, id] = z.safeParse(z.array(Id), JSON.parse(key)).data ?? [];
  if (edge_id === undefined || id === undefined) throw new TypeError('This is no route');
  return { edge_id, id };
}

export const isSameRoute = (a: RouteIds, b: RouteIds) => a.edge_id === b.edge_id && a.id === b.id;

const Id = z.string().check(z.refine(isAddressable));
/** Milliseconds; what a `Date` can hold. */
const Time = z.number().check(z.minimum(0), z.maximum(8.64e15));

/** What the last read of a route's module showed, and when. */
export const LastCheck = z.union([
  z.object({
    state: z.literal('module'),
    enabled: z.boolean(),
    ip_policy_ids: z.array(z.string()),
    read_at: Time,
  }),
  z.object({ state: z.enum(['none', 'not-found', 'forbidden', 'failed']), read_at: Time }),
]);
export type LastCheck = z.infer<typeof LastCheck>;

const Former = z.object({ enabled: z.boolean(), ip_policy_ids: z.array(z.string()), at: Time });
export type Former = z.infer<typeof Former>;

/** One route as this device keeps it. Every other field of what is read is dropped. */
export const KeptRoute = z.object({
  edge_id: Id,
  id: Id,
  /** Given on this device; empty when there is none. */
  label: z.catch(z.string(), ''),
  pinned: z.catch(z.boolean(), false),
  /** Only here for what this device knows about a shared route: not shown once that is no longer shared. */
  from_shared: z.catch(z.boolean(), false),
  opened_at: z.catch(z.optional(Time), undefined),
  last_check: z.catch(z.optional(LastCheck), undefined),
  /** What it was when a person last looked, where that differs from the last check and was not changed here. */
  changed_from: z.catch(z.optional(LastCheck), undefined),
  /** The module that a change made here has removed or replaced, and when: for 30 days. */
  former: z.catch(z.optional(Former), undefined),
  /** Until when the person wanted enforcement to be off. Nothing happens by itself. */
  off_until: z.catch(z.optional(Time), undefined),
});
export type KeptRoute = z.infer<typeof KeptRoute>;

/** A route that somebody adds. */
export type NewRoute = RouteIds & Pick<KeptRoute, 'label'> & Partial<Pick<KeptRoute, 'pinned'>>;

/** A row of an earlier version: its last check had another name, and so had the ids in it. */
const EarlierRow = z.looseObject({ seen: z.looseObject({ policy_ids: z.optional(z.unknown()) }) });

/** Milliseconds for which a former module is kept. */
export const FORMER_KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * What can be read of a list that was kept on this device or exported from one. Rows that cannot, and former modules
 * that are too old, are left out.
 */
export function readKept(content: unknown): KeptRoute[] {
  const rows: unknown[] = Array.isArray(content) ? content : [];
  const oldest = Date.now() - FORMER_KEPT_MS;
  return rows.flatMap((row) => {
    const { data } = z.safeParse(EarlierRow, row);
    const last_check = data && { ...data.seen, ip_policy_ids: data.seen.policy_ids };
    const route = z.safeParse(KeptRoute, data ? { last_check, ...data } : row).data;
    if (route?.former !== undefined && route.former.at < oldest) route.former = undefined;
    return route ?? [];
  });
}

export const emptyRoute = (edge_id: string, id: string, label = ''): KeptRoute => ({
  edge_id,
  id,
  label,
  pinned: false,
  from_shared: false,
  opened_at: undefined,
  last_check: undefined,
  changed_from: undefined,
  former: undefined,
  off_until: undefined,
});

/**
 * What is kept of a route after another check.
 *
 * @param isMine this page has just changed the module itself: nothing is new to the person
 */
export function afterCheck(
  route: KeptRoute,
  check: LastCheck,
  isMine: boolean,
): Partial<KeptRoute> {
  const isOn = check.state === 'module' && check.enabled;
  const isGone = check.state === 'none' || check.state === 'not-found';
  return {
    last_check: check,
    changed_from: isMine ? undefined : changedFrom(route, check),
    ...((isOn || isGone) && { off_until: undefined }),
  };
}

/** After a read that failed it is still held what was there before: the next one may show a change. */
function changedFrom(route: KeptRoute, check: LastCheck): LastCheck | undefined {
  const { last_check: before, changed_from: lookedAt = before } = route;
  if (lookedAt === undefined || isFailed(lookedAt) || isSameState(lookedAt, check))
    return undefined;
  return lookedAt;
}

/** Whether the last check showed another state than the person has looked at. */
export const hasChanged = ({ last_check, changed_from }: KeptRoute) =>
  changed_from !== undefined && last_check !== undefined && !isFailed(last_check);

const isFailed = ({ state }: LastCheck) => state === 'failed' || state === 'forbidden';

/** Neither the time nor the order of the policies counts. */
function isSameState(a: LastCheck, b: LastCheck): boolean {
  if (a.state !== 'module' || b.state !== 'module') return a.state === b.state;
  const [ofA, ofB] = [new Set(a.ip_policy_ids), new Set(b.ip_policy_ids)];
  return a.enabled === b.enabled && ofA.size === ofB.size && [...ofA].every((id) => ofB.has(id));
}
