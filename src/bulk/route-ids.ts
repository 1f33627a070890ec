import * as z from 'zod/mini';
import { isAddressable } from '#contract/endpoint.ts';

/** One segment of an address. */
const Id = z.string().check(z.refine(isAddressable));

/** What addresses one route; the wire's own names. */
export const RouteIds = z.object({ edge_id: Id, id: Id });
export type RouteIds = z.infer<typeof RouteIds>;

export const routeKey = ({ edge_id, id }: RouteIds) => JSON.stringify([edge_id, id]);

/** @throws {Error} no `routeKey` made it */
export function routeIdsOf(key: string): RouteIds {
  const [edge_id, id] = z.parse(z.tuple([Id, Id]), JSON.parse(key));
  return { edge_id, id };
}
