import * as z from 'zod/mini';
import { isAddressable } from '#contract/endpoint.ts';

/** What addresses one route; the wire's own names. */
export type RouteIds = { edge_id: string; id: string };

export const routeKey = ({ edge_id, id }: RouteIds) => JSON.stringify([edge_id, id]);

/** One segment of an address. */
export const RouteId = z.string().check(z.refine(isAddressable));

/** @throws {Error} no `routeKey` made it */
export function routeIdsOf(key: string): RouteIds {
  const [edge_id, id] = z.parse(z.tuple([RouteId, RouteId]), JSON.parse(key));
  return { edge_id, id };
}
