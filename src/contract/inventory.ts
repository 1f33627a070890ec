import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/**
 * Where a Gatehouse answers what the API cannot list, on the API's own origin and behind the same key. The page finds
 * it through `inventory_base` of its configuration.
 */
export const INVENTORY_BASE = '/inventory';

/** A route that the operator shows to everybody who has a key. */
export const SharedRoute = z.object({
  label: z.string(),
  edge_id: z.string().check(z.minLength(1)),
  id: z.string().check(z.minLength(1)),
});
export type SharedRoute = z.infer<typeof SharedRoute>;

/** What people call an IP policy: the API itself tells only ids. */
export const SharedPolicy = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  /** What it is for; may be empty. */
  note: z.string(),
});
export type SharedPolicy = z.infer<typeof SharedPolicy>;

/**
 * What the operator has protected from changes: patterns, see `matchesAny`. The service refuses such a change in any
 * case; who has read them can say so before.
 */
export const Protection = z.object({
  /** Patterns of ids and names. */
  protected_bot_users: z.array(z.string()),
  /** Patterns of route ids, `edge_id/route_id` and shared labels. */
  protected_routes: z.array(z.string()),
});
export type Protection = z.infer<typeof Protection>;

export const inventoryEndpoints = {
  routes: endpoint({ path: '/routes', result: z.object({ routes: z.array(SharedRoute) }) }),
  policies: endpoint({
    path: '/ip-policies',
    result: z.object({ ip_policies: z.array(SharedPolicy) }),
  }),
  protection: endpoint({ path: '/protection', result: Protection }),
};
