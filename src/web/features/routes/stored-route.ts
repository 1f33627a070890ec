import * as z from 'zod/mini';
import { RouteId, routeIdsOf } from '#bulk/route-ids.ts';

/** Milliseconds; what a `Date` can hold. */
const Time = z.number().check(z.minimum(0), z.maximum(8.64e15));
const PolicyIds = z.array(z.string());

/** What the last read of a route has shown. */
const LastCheck = z.object({
  state: z.enum(['on', 'off', 'none', 'not-found', 'forbidden', 'failed']),
  ip_policy_ids: PolicyIds,
  read_at: Time,
});
export type LastCheck = z.infer<typeof LastCheck>;

const FORMER_KEPT_MS = 30 * 24 * 3_600_000;

/** An IP restriction that a change made here has removed or replaced. */
const Former = z
  .object({ enabled: z.boolean(), ip_policy_ids: PolicyIds, at: Time })
  .check(z.refine(({ at }) => at > Date.now() - FORMER_KEPT_MS));
export type Former = z.infer<typeof Former>;

/** One route as this device stores it. A field that cannot be read is left out. */
const StoredRoute = z.object({
  edge_id: RouteId,
  id: RouteId,
  /** Given on this device; may be empty. */
  label: z.catch(z.string(), ''),
  pinned: z.catch(z.boolean(), false),
  /** Only stored for what this device knows about a shared route: not shown once that is no longer shared. */
  from_shared: z.catch(z.boolean(), false),
  last_check: z.catch(z.optional(LastCheck), undefined),
  former: z.catch(z.optional(Former), undefined),
});
export type StoredRoute = z.infer<typeof StoredRoute>;

/** What is known of a shared route before this device has stored anything of it. */
export const emptyRoute = (key: string): StoredRoute =>
  z.parse(StoredRoute, { ...routeIdsOf(key), from_shared: true });

/** Another app of this origin may have written anything: what is no route is left out. */
export const readStored = (content: unknown): StoredRoute[] =>
  (Array.isArray(content) ? content : []).flatMap(
    (row) => z.safeParse(StoredRoute, row).data ?? [],
  );
