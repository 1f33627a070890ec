import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { IpRestrictionRecord, IpRestrictions } from '#service/domain/ip-restrictions.ts';
import { operation, type Operation } from '#service/http/api/api.ts';
import { entityTag, isMet, type Conditions } from '#service/http/conditions.ts';

/** @param base gives the public address of the API */
export function ipRestrictionOperations(
  ipRestrictions: IpRestrictions,
  base: () => string,
): Operation[] {
  const toWire = ({ enabled, ip_policy_ids }: IpRestrictionRecord) => ({
    enabled,
    ip_policies: ip_policy_ids.map((id) => ({ id, uri: `${base()}/ip_policies/${id}` })),
  });

  function toPrecondition(conditions: Conditions) {
    if (conditions.ifMatch === undefined && conditions.ifNoneMatch === undefined) return undefined;
    return (current: IpRestrictionRecord | undefined) =>
      isMet(conditions, current && entityTag(JSON.stringify(toWire(current))));
  }

  return [
    operation(ipRestrictionEndpoints.replace, async ({ params, body, author, conditions }) =>
      toWire(
        await ipRestrictions.replace(params, body, await author(), toPrecondition(conditions)),
      ),
    ),
    operation(ipRestrictionEndpoints.get, async ({ params }) =>
      toWire(await ipRestrictions.get(params)),
    ),
    operation(ipRestrictionEndpoints.remove, async ({ params, author, conditions }) =>
      ipRestrictions.remove(params, await author(), toPrecondition(conditions)),
    ),
  ];
}
