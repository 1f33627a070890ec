import * as z from 'zod/mini';
import { endpoint, none } from '#contract/endpoint.ts';

const PolicyId = z.string().check(z.minLength(1));

export const IpPolicyRef = z.looseObject({ id: PolicyId, uri: z.string() });

/**
 * Unlike a row of a list, an unreadable policy makes the whole module unreadable: it would be missing from
 * the next PUT and so be taken off the route. Its id is all that a PUT sends.
 */
export const IpRestriction = z
  .looseObject({
    enabled: z.boolean(),
    ip_policies: z.pipe(
      z.nullish(z.array(z.looseObject({ id: PolicyId }))),
      z.transform((refs) => refs ?? []),
    ),
  })
  .check(
    // What repeats the request in place of a response does not say that there are none.
    z.refine(
      ({ ip_policies, ip_policy_ids: ids }) =>
        ip_policies.length > 0 || !Array.isArray(ids) || ids.length === 0,
      { path: ['ip_policies'] },
    ),
  );
export type IpRestriction = z.output<typeof IpRestriction>;

/** The module as this service sends it. */
export const IpRestrictionResponse = z.object({
  enabled: z.boolean(),
  ip_policies: z.array(IpPolicyRef),
});

/** Services differ in how they say "no module": besides 404 there are 204, `null` and `{}`. All read as `null`. */
const MaybeIpRestriction = z.union([
  IpRestriction,
  z.pipe(
    z.union([z.void(), z.null(), z.strictObject({})]),
    z.transform(() => null),
  ),
]);

export const IpRestrictionReplace = z.strictObject({
  enabled: z._default(z.boolean('enabled must be true or false'), true),
  ip_policy_ids: z._default(
    z.array(
      z.string('An IP policy id must be text').check(z.minLength(1, 'An IP policy id is empty')),
      'ip_policy_ids must be a list of ids',
    ),
    [],
  ),
});
export type IpRestrictionReplace = z.output<typeof IpRestrictionReplace>;

const path = '/edges/https/{edge_id}/routes/{id}/ip_restriction';

export const ipRestrictionEndpoints = {
  replace: endpoint({
    method: 'PUT',
    path,
    body: IpRestrictionReplace,
    result: IpRestriction,
    answer: IpRestrictionResponse,
    tagged: true,
    conditional: true,
  }),
  get: endpoint({ path, result: MaybeIpRestriction, answer: IpRestrictionResponse, tagged: true }),
  remove: endpoint({ method: 'DELETE', path, status: 204, result: none, conditional: true }),
};
