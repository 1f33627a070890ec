import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type {
  IpRestrictionRecord,
  IpRestrictions,
  Precondition,
} from '#service/domain/ip-restrictions.ts';
import { entityTag, isMet, type Conditions } from '#service/http/conditions.ts';
import { route, type Route } from '#service/http/api/route.ts';

/** @param base public address of the API */
export function ipRestrictionRoutes(ipRestrictions: IpRestrictions, base: string): Route[] {
  const toWire = ({ enabled, ip_policy_ids }: IpRestrictionRecord) => ({
    enabled,
    ip_policies: ip_policy_ids.map((id) => ({ id, uri: `${base}/ip_policies/${id}` })),
  });

  function toPrecondition(conditions: Conditions | undefined): Precondition | undefined {
    if (conditions?.ifMatch === undefined && conditions?.ifNoneMatch === undefined)
      return undefined;
    return (current) => isMet(conditions, current && entityTag(JSON.stringify(toWire(current))));
  }

  return [
    route(ipRestrictionEndpoints.replace, async ({ params: { edge_id, id }, body, conditions }) =>
      toWire(await ipRestrictions.replace(edge_id, id, body, toPrecondition(conditions))),
    ),
    route(ipRestrictionEndpoints.get, async ({ params }) =>
      toWire(await ipRestrictions.get(params.edge_id, params.id)),
    ),
    route(ipRestrictionEndpoints.remove, ({ params: { edge_id, id }, conditions }) =>
      ipRestrictions.remove(edge_id, id, toPrecondition(conditions)),
    ),
  ];
}
