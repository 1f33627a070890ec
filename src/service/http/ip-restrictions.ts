import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { IpRestrictionRecord, IpRestrictions } from '#service/domain/ip-restrictions.ts';
import { route, type Route } from '#service/http/route.ts';

/** @param base public address of the API */
export function ipRestrictionRoutes(ipRestrictions: IpRestrictions, base: string): Route[] {
  const toWire = ({ enabled, ip_policy_ids }: IpRestrictionRecord) => ({
    enabled,
    ip_policies: ip_policy_ids.map((id) => ({ id, uri: `${base}/ip_policies/${id}` })),
  });

  return [
    route(ipRestrictionEndpoints.replace, async ({ params, body }) =>
      toWire(await ipRestrictions.replace(params.edge_id, params.id, body)),
    ),
    route(ipRestrictionEndpoints.get, async ({ params }) =>
      toWire(await ipRestrictions.get(params.edge_id, params.id)),
    ),
    route(ipRestrictionEndpoints.remove, ({ params }) =>
      ipRestrictions.remove(params.edge_id, params.id),
    ),
  ];
}
