import * as z from 'zod/mini';
import { isAddressable } from '#contract/endpoint.ts';
import { stateText } from '#web/features/routes/restriction.ts';
import { count } from '#web/lib/format.ts';

/** What addresses one route; the wire's own names. */
export type RouteIds = { edge_id: string; id: string };

export const routeKey = ({ edge_id, id }: RouteIds) => JSON.stringify([edge_id, id]);

const Id = z.string().check(z.refine(isAddressable));
/** Milliseconds; what a `Date` can hold. */
const Time = z.number().check(z.minimum(0), z.maximum(8.64e15));
const PolicyIds = z.array(z.string());

/** @throws {Error} no `routeKey` made it */
export function routeIdsOf(key: string): RouteIds {
  const [edge_id, id] = z.parse(z.tuple([Id, Id]), JSON.parse(key));
  return { edge_id, id };
}

/** What the last read of a route has shown. */
const LastCheck = z.object({
  state: z.enum(['on', 'off', 'none', 'not-found', 'forbidden', 'failed']),
  ip_policy_ids: PolicyIds,
  read_at: Time,
});
export type LastCheck = z.infer<typeof LastCheck>;

/** An IP restriction that a change made here has removed or replaced. */
const Former = z.object({ enabled: z.boolean(), ip_policy_ids: PolicyIds, at: Time });
export type Former = z.infer<typeof Former>;

const FORMER_KEPT_MS = 30 * 24 * 3_600_000;

/** One route as this device stores it. A field that cannot be read is left out, a route without ids is too. */
export const StoredRoute = z.object({
  edge_id: Id,
  id: Id,
  /** Given on this device; may be empty. */
  label: z.catch(z.string(), ''),
  pinned: z.catch(z.boolean(), false),
  /** Only stored for what this device knows about a shared route: not shown once that is no longer shared. */
  from_shared: z.catch(z.boolean(), false),
  opened_at: z.catch(z.optional(Time), undefined),
  last_check: z.catch(z.optional(LastCheck), undefined),
  /** What a person last saw, where the last check differs and the change was not made here. */
  changed_from: z.catch(z.optional(LastCheck), undefined),
  former: z.catch(z.optional(Former), undefined),
});
export type StoredRoute = z.infer<typeof StoredRoute>;

/** What is known of a shared route before this device has stored anything of it. */
export const emptyRoute = (key: string): StoredRoute =>
  z.parse(StoredRoute, { ...routeIdsOf(key), from_shared: true });

/** Another app of this origin may have written anything. */
export function readStored(content: unknown): StoredRoute[] {
  const oldest = Date.now() - FORMER_KEPT_MS;
  return (Array.isArray(content) ? content : []).flatMap((row) => {
    const route = z.safeParse(StoredRoute, row).data;
    if (route?.former && route.former.at < oldest) route.former = undefined;
    return route ?? [];
  });
}

const isFailed = ({ state }: LastCheck) => state === 'failed' || state === 'forbidden';
const visibleState = ({ state, ip_policy_ids }: LastCheck) =>
  JSON.stringify([state, ip_policy_ids.toSorted()]);

/** Whether the last check showed something else than a person has seen. */
export const hasChanged = ({ last_check, changed_from }: StoredRoute) =>
  changed_from !== undefined && last_check !== undefined && !isFailed(last_check);

/** A read that failed says nothing about what the person has seen; the next one may show a change. */
export function afterCheck(
  route: StoredRoute,
  check: LastCheck,
  isOwn: boolean,
): Partial<StoredRoute> {
  const seen = route.changed_from ?? route.last_check;
  const isNew = !isOwn && seen && !isFailed(seen) && visibleState(seen) !== visibleState(check);
  return { last_check: check, changed_from: isNew ? seen : undefined };
}

/** What a person last saw, where it has changed since: `Off, 3 policies`; else empty. */
export function changedFromText(route: StoredRoute): string {
  const { changed_from: before } = route;
  if (!before || !hasChanged(route)) return '';
  const policies = before.ip_policy_ids.length;
  return [stateText(before), ...(policies > 0 ? [count(policies, 'policy', 'policies')] : [])].join(
    ', ',
  );
}
