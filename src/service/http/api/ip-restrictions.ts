import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type {
  IpRestrictionRecord,
  IpRestrictions,
  Precondition,
} from '#service/domain/ip-restrictions.ts';
import { entityTag, isMet, type Conditions } from '#service/http/conditions.ts';
import { change, operation, type Operation } from '#service/http/api/api.ts';

/** @param base gives the public address of the API */
export function ipRestrictionOperations(
  ipRestrictions: IpRestrictions,
  base: () => string,
): Operation[] {
  const toWire = ({ enabled, ip_policy_ids }: IpRestrictionRecord) => ({
    enabled,
    ip_policies: ip_policy_ids.map((id) => ({ id, uri: `${base()}/ip_policies/${id}` })),
  });

  function toPrecondition(conditions: Conditions | undefined): Precondition | undefined {
    if (conditions?.ifMatch === undefined && conditions?.ifNoneMatch === undefined)
      return undefined;
    return (current) => isMet(conditions, current && entityTag(JSON.stringify(toWire(current))));
  }

  return [
    change(
      ipRestrictionEndpoints.replace,
      async ({ params: { edge_id, id }, body, author, conditions }) =>
        toWire(await ipRestrictions.replace(edge_id, id, body, author, toPrecondition(conditions))),
    ),
    operation(ipRestrictionEndpoints.get, async ({ params }) =>
      toWire(await ipRestrictions.get(params.edge_id, params.id)),
    ),
    change(ipRestrictionEndpoints.remove, ({ params: { edge_id, id }, author, conditions }) =>
      ipRestrictions.remove(edge_id, id, author, toPrecondition(conditions)),
    ),
  ];
}
